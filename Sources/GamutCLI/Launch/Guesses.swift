/// What users of other programs type first. Where it means the same everywhere and nothing else, it is run; where it begins
/// with a question mark, the command to type is shown.
enum Guesses {
  static let commands = [
    "version": "--version", "doctor": "--version --verbose", "check": "audit", "lint": "audit", "info": "inspect",
    "identify": "inspect", "show": "inspect", "diff": "compare", "tag": "embed", "strip": "embed --profile none",
    "remove": "embed --profile none", "untag": "embed --profile none", "remove-profile": "embed --profile none",
    "profiles": "spaces", "rules": "audit --list-rules", "list-rules": "audit --list-rules",
    "rules=": "audit --explain", "rule": "audit --explain", "explain": "audit --explain", "cmp": "compare",
    "completion": "--generate-completion-script", "completions": "--generate-completion-script", "colour": "color",
    "assign": "embed", "dump": "inspect", "why": "audit --explain", "extract": "? inspect --extract profile.icc",
    "scan": "? audit", "fix": "? audit --fix", "watch": "? report", "list": "? audit --list-rules",
    "validate": "? audit", "html": "? report --output gamut.html", "json": "? report --format json",
    "config": "? audit --print-policy", "policy": "? audit --print-policy",
    "baseline": "? audit --write-baseline gamut-baseline.json",
  ]

  /// Options of all commands, or of one; one is replaced only where the command has what replaces it. A name with `=` is that
  /// with a value, for which `$` stands.
  static let options = [
    "-r": "", "-R": "", "--recursive": "", "--json": "--format json", "--sarif": "--format sarif",
    "--sarif=": "? --output $",
    "--output-format": "--format", "--reporter": "--format", "--out": "--output", "--output-file": "--output",
    "--outdir": "--output-dir", "--out-dir": "--output-dir", "--dir": "--output-dir", "--threads": "--jobs",
    "--workers": "--jobs", "--parallel=": "--jobs $", "--parallel": "", "--silent": "--quiet", "--debug": "--verbose",
    "-V": "--version", "--dry": "--dry-run", "--pretend": "--dry-run", "--overwrite": "--force",
    "--inplace": "--in-place", "--no-color": "--color never", "--no-colour": "--color never", "--colour": "--color",
    "--config": "--policy", "--target": "--to", "--bits": "--depth", "--bit-depth": "--depth",
    "--heat-map": "--heatmap", "gamut -v": "--version",
    "audit --strict": "--fail-on warning",
    "audit --warnings-as-errors": "--fail-on warning", "audit --error-on-warning": "--fail-on warning",
    "audit --werror": "--fail-on warning", "audit --exit-zero": "--fail-on never", "audit --no-fail": "--fail-on never",
    "audit --rule": "--select", "audit --rules=": "--select $", "audit --rules": "--list-rules",
    "audit --list": "--list-rules", "audit --print-config": "--print-policy", "audit --show-config": "--print-policy",
    "audit --show-policy": "--print-policy", "audit --which-policy": "--print-policy",
    "audit --disable": "--ignore", "audit --extend-ignore": "--ignore",
    "audit --since": "--only-changed", "audit --diff=": "--only-changed $", "audit --changed": "--only-changed HEAD",
    "audit --staged": "? --only-changed HEAD", "audit --cached": "? --only-changed HEAD",
    "report --profile": "--to", "report --from": "--assume", "report --limit": "--top", "convert --profile": "--to",
    "convert --space": "--to", "convert --colorspace": "--to", "convert --from": "--assume", "embed --icc": "--profile",
    "embed --to": "--profile", "embed --space": "--profile", "embed --strip": "--profile none",
    "verify --icc": "--profile", "verify --to": "--profile", "verify --space": "--profile", "verify --is": "--profile",
    "color --space": "--in", "-f=": "? --format $", "-f": "? --force", "-i": "?", "-n": "?", "-s": "? --quiet",
    "-a": "? --verbose", "--all": "? --verbose", "-d": "? --output-dir", "-t": "? --jobs", "-p": "? --profile",
    "--dest": "? --output", "--html=": "? --output $", "--html": "? --output gamut.html", "--log=": "? --report text=$",
    "--log": "? --report text=gamut.txt", "--progress": "?", "--no-progress": "? --quiet", "--watch": "?",
    "--serve": "? --open", "--sort=": "?", "audit --max-warnings=": "? --fail-on warning",
    "audit --only=": "? --select $", "audit --include=": "?", "audit -i=": "?", "audit --skip=": "? --ignore $",
    "audit --level=": "? --fail-on $", "audit --fail-level=": "? --fail-on $", "-x=": "? --exclude $",
    "audit --create-baseline=": "? --write-baseline $", "audit --space=": "? verify --profile $",
    "audit --statistics": "? --format markdown", "audit --stats": "? --format markdown",
    "audit --summary": "? --format markdown", "audit --diff": "? --fix --dry-run", "audit --check": "? --fix --dry-run",
    "audit --show-fixes": "? --fix --dry-run", "audit --unsafe-fixes": "? --fix", "audit --autofix": "? --fix",
    "audit --add-noqa": "? --write-baseline gamut-baseline.json",
    "audit --update-baseline": "? --write-baseline gamut-baseline.json", "audit --stdin": "? --files-from -",
    "audit --open": "? report --open", "report --fail-on=": "? --fail-on-verdict collapses",
    "report --check": "? --fail-on-verdict collapses", "report --strict": "? --fail-on-verdict clips",
    "report --space": "? --to", "report --colorspace": "? --to", "report -t": "? --to", "convert -t": "? --to",
    "embed --remove": "? --profile none", "embed --colorspace": "? --profile",
    "inspect --space=": "? verify --profile $", "convert -p": "? --to", "convert -O=": "? --compression small",
    "convert -O": "? --compression small", "convert --strip=": "?", "convert --strip": "?",
    "convert --quality=": "? --compression small",
    "convert --suffix=": "?", "convert --dither=": "?", "convert --intent=": "?", "convert --rendering-intent=": "?",
    "convert --skip-existing": "? --update", "convert --resume": "? --update", "merge --strict": "? --fail-on warning",
    "palette --strict": "? --fail-on warning",
  ]

  static let missingValues = [
    "--heatmap": "--heatmap losses.png", "--write-baseline": "--write-baseline gamut-baseline.json",
    "--only-changed": "--only-changed HEAD", "--explain": "--list-rules", "--output": "--output gamut.html",
    "convert --output": "", "embed --profile": "--profile srgb --output-dir tagged --only-untagged",
    "embed --output": "", "verify --profile": "--profile any",
  ]

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
