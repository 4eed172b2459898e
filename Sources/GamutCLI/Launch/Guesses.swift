/// What users of other programs type first. Where it means the same everywhere and nothing else, it is run; elsewhere the
/// command to type is shown.
///
/// An option is replaced only where the command has the one that replaces it. A name with `=` is that with a value, for which
/// `$` stands; the empty command is for all.
enum Guesses {
  /// Commands that are run.
  static let commands = [
    "version": "--version", "doctor": "--version --verbose", "check": "audit", "lint": "audit", "info": "inspect",
    "identify": "inspect", "show": "inspect", "diff": "compare", "tag": "embed", "strip": "embed --profile none",
    "remove": "embed --profile none", "untag": "embed --profile none", "remove-profile": "embed --profile none",
    "profiles": "spaces", "rules": "audit --list-rules", "list-rules": "audit --list-rules",
    "rules=": "audit --explain", "rule": "audit --explain", "explain": "audit --explain", "cmp": "compare",
    "completion": "--generate-completion-script", "completions": "--generate-completion-script", "colour": "color",
  ]

  /// Commands that are shown, separated by bars.
  static let commandHints = [
    "scan": "audit | report", "fix": "audit --fix", "watch": "report", "list": "audit --list-rules | spaces",
    "validate": "audit", "html": "report --output gamut.html", "json": "report --format json",
    "config": "init --output -", "policy": "init --output -", "baseline": "audit --write-baseline gamut-baseline.json",
  ]

  /// Options that are run.
  static let options: [String: [String: String]] = [
    "": [
      "-r": "", "-R": "", "--recursive": "", "--json": "--format json", "--sarif": "--format sarif",
      "--output-format": "--format", "--reporter": "--format", "--out": "--output", "--output-file": "--output",
      "--outdir": "--output-dir", "--out-dir": "--output-dir", "--dir": "--output-dir", "--threads": "--jobs",
      "--workers": "--jobs", "--parallel=": "--jobs $", "--parallel": "", "--silent": "--quiet", "--debug": "--verbose",
      "-V": "--version", "--dry": "--dry-run", "--pretend": "--dry-run", "--overwrite": "--force",
      "--inplace": "--in-place", "--no-color": "--color never", "--no-colour": "--color never", "--colour": "--color",
      "--config": "--policy", "--target": "--to", "--bits": "--depth", "--bit-depth": "--depth",
      "--heat-map": "--heatmap",
    ],
    "gamut": ["-v": "--version"],
    "audit": [
      "--strict": "--fail-on warning", "--warnings-as-errors": "--fail-on warning",
      "--error-on-warning": "--fail-on warning", "--werror": "--fail-on warning", "--exit-zero": "--fail-on never",
      "--no-fail": "--fail-on never", "--rule": "--select", "--rules=": "--select $", "--rules": "--list-rules",
      "--list": "--list-rules", "--disable": "--ignore", "--extend-ignore": "--ignore", "--since": "--only-changed",
      "--diff=": "--only-changed $", "--changed": "--only-changed HEAD",
    ],
    "report": ["--profile": "--to", "--from": "--assume", "--limit": "--top"],
    "convert": ["--profile": "--to", "--space": "--to", "--colorspace": "--to", "--from": "--assume"],
    "embed": ["--icc": "--profile", "--to": "--profile", "--space": "--profile", "--strip": "--profile none"],
    "verify": ["--icc": "--profile", "--to": "--profile", "--space": "--profile", "--is": "--profile"],
    "color": ["--space": "--in"],
  ]

  /// Options that are shown.
  static let optionHints: [String: [String: String]] = [
    "": [
      "-f=": "--format $", "-f": "--force", "-i": "", "-n": "", "-s": "--quiet", "-a": "--verbose",
      "--all": "--verbose", "-d": "--output-dir", "-t": "--jobs", "-p": "--profile", "--dest": "--output",
      "--html=": "--output $", "--html": "--output gamut.html", "--log=": "--report text=$",
      "--log": "--report text=gamut.txt", "--progress": "", "--no-progress": "--quiet", "--watch": "",
      "--serve": "--open", "--sort=": "",
    ],
    "audit": [
      "--max-warnings=": "--fail-on warning", "--only=": "--select $", "--include=": "", "--staged": staged,
      "--cached": staged, "--space=": "verify --profile $", "--statistics": "--format markdown",
      "--stats": "--format markdown", "--summary": "--format markdown", "--diff": "--fix --dry-run",
      "--check": "--fix --dry-run", "--show-fixes": "--fix --dry-run", "--unsafe-fixes": "--fix",
      "--add-noqa": "--write-baseline gamut-baseline.json", "--update-baseline": "--write-baseline gamut-baseline.json",
      "--stdin": "--files-from -", "--open": "report --open",
    ],
    "report": [
      "--fail-on=": "--fail-on-verdict collapses", "--check": "--fail-on-verdict collapses",
      "--strict": "--fail-on-verdict clips", "--space": "--to", "--colorspace": "--to",
    ],
    "embed": ["--colorspace": "--profile"],
    "inspect": ["--space=": "verify --profile $"],
    "convert": [
      "-p": "--to", "-O=": "--compression small", "-O": "--compression small", "--strip=": "embed --profile none",
      "--strip": "embed --profile none", "--quality=": "--compression small", "--suffix=": "", "--intent=": "",
      "--rendering-intent=": "", "--dither=": "", "--skip-existing": "--update", "--resume": "--update",
    ],
    "merge": ["--strict": "--fail-on warning"],
    "palette": ["--strict": "--fail-on warning"],
  ]

  /// The command of git that lists files of the next commit, and the options that read its output.
  private static let staged = "git diff --cached --name-only -z --relative --diff-filter=d -- | --files-from - -0"

  /// Options whose value is missing.
  static let missingValues: [String: [String: String]] = [
    "": [
      "--heatmap": "--heatmap losses.png", "--write-baseline": "--write-baseline gamut-baseline.json",
      "--only-changed": "--only-changed HEAD", "--explain": "--list-rules", "--output": "--output gamut.html",
    ],
    "convert": ["--output": ""],
    "embed": ["--profile": "--profile srgb --output-dir tagged --only-untagged", "--output": ""],
    "verify": ["--profile": "--profile any"],
  ]

  /// Values of options.
  static let values = [
    "--format": [
      "csv": "json", "pretty": "text", "table": "text", "github-actions": "github", "codeclimate": "gitlab",
      "checkstyle": "junit", "md": "markdown",
    ],
    "--fail-on-verdict": ["fits": "clips"],
    "--compression": ["0": "fast", "1": "fast", "9": "small", "max": "small", "best": "small"],
    "--mapping": ["perceptual": "preserve", "relative": "clip", "clamp": "clip"],
  ]
}
