import GamutKit
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutAudit

@Suite struct AuditPolicyTests {
  /// Names of spaces as people write them; the policy keeps the name that commands use.
  @Test func spacesHaveNames() throws {
    let policy = try AuditPolicy(
      """
      destination: "Rec. 709"
      expect:
        - {files: "a/**", profile: Display P3}
        - {files: "b/**", profile: ANY}
        - {files: "c/**", profile: None}
      """)
    #expect(policy.destination == .known(.rec709) && policy.destinationName == "rec-709")
    #expect(
      policy.expectations.map(\.profile) == [
        .space(.displayP3, name: "display-p3"), .any, AuditPolicy.ExpectedProfile.none,
      ])
    #expect {
      _ = try AuditPolicy("destination: display-p4")
    } throws: { error in
      (error as? PolicyError)?.message.contains("Did you mean 'display-p3'?") == true
    }
  }

  @Test func everythingThatAPolicyCanSay() throws {
    let policy = try AuditPolicy(
      """
      # A comment.
      version: 1
      destination: display-p3
      depth: 16
      jnd: 0.05
      exclude: ["Generated/**", '*.9.png']
      expect:
        - files: Assets
          profile: Profiles/DisplayP3.icc
          depth: 16
        - {files: "Web/*.png", profile: none}
      thresholds:
        clipped: 0.01
        collapsed: 0.005
      severity:
        untagged: error
        clips: off
      """)
    #expect(policy.destination == .displayP3 && policy.depth == .sixteen && policy.jnd == 0.05)
    #expect(policy.excludes(Pathname("Generated/a.png")) && policy.excludes(Pathname("x/button.9.png")))
    #expect(!policy.excludes(Pathname("x/Generated/a.png")))
    let assets = try #require(policy.expectation(for: Pathname("Assets/x/y.png")))
    let web = try #require(policy.expectation(for: Pathname("Web/y.png")))
    #expect(policy.expectations[assets].depth == 16)
    #expect(policy.expectations[web].profile == AuditPolicy.ExpectedProfile.none)
    #expect(policy.expectation(for: Pathname("Web/x/y.png")) == nil)
    #expect(policy.thresholds == .init(clipped: 0.01, collapsed: 0.005))
    #expect(policy.severity(of: .untagged) == .error && policy.severity(of: .clips) == nil)
    #expect(policy.severity(of: .collapses) == .error)
    // The printed policy is equal to the original.
    let printed = try AuditPolicy(policy.yaml)
    #expect(printed.node == policy.node)
    for rule in AuditRule.allCases { #expect(printed.severity(of: rule) == policy.severity(of: rule)) }
  }

  @Test func aPrintedPolicyExpectsTheSameAppearances() throws {
    let policy = try AuditPolicy("expect:\n- {files: \"*.colorset\", appearances: [dark, light]}")
    #expect(try AuditPolicy(policy.yaml).expectations == policy.expectations)
  }

  @Test(arguments: ["", "# nothing\n", "---\n", "{}", "version: 1"]) func anEmptyPolicyIsThatWithoutOne(text: String)
    throws
  {
    #expect(try AuditPolicy(text).node == AuditPolicy().node)
  }

  /// The position is that of the wrong word: lines and columns from 1, as in editors.
  @Test(arguments: [
    ("colour: 1", 1, 1, "colour"), ("depth: 8\nseverty: {}", 2, 1, "severty"),
    ("severity:\n  untaged: error", 2, 3, "untaged"), ("severity:\n  untagged: fatal", 2, 13, "fatal"),
    ("severity:\n  untagged:", 2, 12, "untagged"), ("thresholds: {clipped: 2}", 1, 23, "0 to 1"),
    ("thresholds: {clipped: nan}", 1, 23, "nan"), ("thresholds: {collapsed: -1}", 1, 25, "-1"),
    ("thresholds: {groups: 1}", 1, 14, "clipped and collapsed"),
    ("depth: 12", 1, 8, "12"), ("jnd: 0", 1, 6, "jnd"), ("jnd: inf", 1, 6, "finite"), ("jnd: much", 1, 6, "much"),
    ("version: 2", 1, 10, "2"),
    ("destination: display-p4", 1, 14, "display-p4"), ("destination: [srgb]", 1, 14, "single"),
    ("exclude: x", 1, 10, "list"), ("exclude:\n- a\n- ''", 3, 3, "no value"), ("exclude: ['/']", 1, 11, "empty"),
    ("exclude: ['../x']", 1, 11, "relative"), ("exclude: ['[z-a]']", 1, 11, "Brackets"),
    ("exclude: ['{a,b}']", 1, 11, "braces"),
    ("expect:\n- profile: srgb", 2, 3, "files"), ("expect:\n- files: a", 2, 3, "profile"),
    ("expect:\n- {files: a, depth: 3}", 2, 21, "3"), ("expect:\n- {files: a, size: 3}", 2, 14, "size"),
    ("expect: {files: a}", 1, 9, "list"), ("depth: 8\ndepth: 16", 2, 1, "twice"), ("- depth", 1, 1, "keys"),
    ("depth: &a 8", 1, 8, "Anchors"), ("depth: !!int 8", 1, 8, "tags"), ("depth: *a", 1, 8, "Aliases"),
    ("depth: 8\n---\ndepth: 16", 2, 1, "second"), ("depth: [", 2, 1, "YAML"), ("depth: \"8", 1, 10, "YAML"),
    ("a: 1\n\tb: 2", 2, 1, "YAML"), ("severty: {}", 1, 1, "Did you mean 'severity'?"),
    ("severity: {colapses: off}", 1, 12, "Did you mean 'collapses'?"), ("palettes: [[]]", 1, 12, "empty list"),
  ])
  func faultsHaveLineAndColumn(text: String, line: Int, column: Int, word: String) throws {
    let error = #expect(throws: PolicyError.self) { try AuditPolicy(text) }
    #expect(error?.message.contains(word) == true, "\(error?.message ?? "")")
    #expect(error?.message.hasSuffix(".") == true)
    #expect(error?.line == line && error?.column == column, "\(error?.line ?? 0):\(error?.column ?? 0)")
  }

  @Test func hostilePoliciesAreErrors() throws {
    let deep = String(repeating: "[", count: 100_000)
    let deeper = "a: " + String(repeating: "{a: ", count: 50_000)
    // Nine levels of ten aliases each: a thousand million scalars if they were expanded.
    let bomb =
      "a: &a [x,x,x,x,x,x,x,x,x,x]\n"
      + (1...9).map { "b\($0): &b\($0) [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]" }.joined(separator: "\n")
    let many = "exclude:\n" + String(repeating: "- a\n", count: 1001)
    let long = "exclude: ['" + String(repeating: "a", count: 1025) + "']"
    let large = String(repeating: "#", count: YAMLReader.maximumSize + 1)
    for text in [deep, deeper, bomb, many, long, large, "\u{0}", "a: \u{7}", "? [a]\n: b", "<<: {depth: 8}"] {
      #expect(throws: PolicyError.self) { try AuditPolicy(text) }
    }
    for bytes: [UInt8] in [
      [0xff], [0x61, 0x3a, 0x20, 0xc3], [0xfe, 0xff, 0, 0x61], [UInt8](repeating: 0xff, count: 1000),
    ] {
      #expect(throws: PolicyError.self) { try PolicyFile.policy(bytes, in: Pathname(".")) }
    }
  }

  @Test func thePatternsOfAllKeysAreLimitedTogether() throws {
    let item = "\n- {files: \(String(repeating: "a", count: 1000)), depth: 8}"
    let fit = PolicyReader.maximumPatternBytes / 1000
    #expect(try AuditPolicy("expect:" + String(repeating: item, count: fit)).expectations.count == fit)
    #expect(throws: PolicyError.self) { try AuditPolicy("expect:" + String(repeating: item, count: fit + 1)) }
  }

  @Test func choicesOfARunAreStrongerThanThePolicy() throws {
    let policy = try AuditPolicy("severity: {untagged: error, clips: off}")
    func rules(_ change: (inout AuditPolicy) -> Void) throws -> Set<AuditRule> {
      var changed = policy
      change(&changed)
      // What is printed can be read again.
      #expect(try AuditPolicy(changed.yaml).node == changed.node)
      return Set(AuditRule.allCases.filter { changed.severity(of: $0) != nil })
    }
    #expect(try rules { $0.select([.clips, .untagged]) } == [.clips, .untagged])
    #expect(try rules { $0.select([.apng]) } == [.apng])
    #expect(try rules { $0.ignore([.untagged, .collapses]) }.isDisjoint(with: [.untagged, .collapses]))
    var changed = policy
    // What the policy turns off has its default severity, which is that of the rule's explanation.
    changed.select([.clips, .untagged])
    #expect(changed.severity(of: .untagged) == .error && changed.severity(of: .clips) == .note)
    changed.setSeverity(.warning, of: .untagged)
    #expect(changed.severity(of: .untagged) == .warning)
  }

  /// According to gitignore(5).
  @Test(arguments: [
    ("*.png", "a.png", true), ("*.png", "x/a.png", true), ("*.png", "a.jpg", false), ("*.png", "a.pngx", false),
    ("a/*.png", "a/b.png", true), ("a/*.png", "x/a/b.png", false), ("a/*.png", "a/b/c.png", false),
    ("/a.png", "a.png", true), ("/a.png", "x/a.png", false), ("a/**/b.png", "a/b.png", true),
    ("a/**/b.png", "a/x/y/b.png", true), ("a/**/b.png", "ab.png", false), ("a/**/b.png", "a/xb.png", false),
    ("**/a.png", "a.png", true), ("**/a.png", "x/y/a.png", true), ("a/**", "a/x/y.png", true), ("a/**", "a", false),
    ("a/**", "b/a/x", false), ("build", "build/x.png", true), ("build", "x/build/y/z.png", true),
    ("build/", "build/x.png", true),
    ("build", "rebuild/x.png", false), ("a?c.png", "abc.png", true), ("a?c.png", "a🦊c.png", true),
    ("a?c.png", "a/c.png", false),
    ("a?c.png", "ac.png", false), ("\\[a].png", "[a].png", true),
    ("a\\*.png", "a*.png", true), ("a\\*.png", "ab.png", false), ("*", "anything/at/all", true),
    ("*a*b*c", "xxaxxbxxc", true),
    ("*a*b*c", "xxaxxcxxb", false), ("é.png", "é.png", true), ("A.png", "a.png", false),
  ])
  func patterns(pattern: String, path: String, matches: Bool) throws {
    #expect(try Glob(pattern).matches(Pathname(path)) == matches)
  }

  /// Random patterns of one and of several words of positions, and paths, against the definition by components.
  @Test(.enabled(if: Thoroughness.hasTime)) func patternsAgreeWithTheirDefinition() throws {
    var random = RandomSource(seed: 7)
    var count = 0
    for round in 0..<20_000 {
      let isLong = round % 4 == 0
      let pattern = (0..<Int.random(in: 1...(isLong ? 40 : 4), using: &random)).map { _ in
        Int.random(in: 0..<(isLong ? 12 : 4), using: &random) == 0
          ? "**"
          : (0..<Int.random(in: 1...4, using: &random)).map { _ in
            ["a", "b", "*", "?"].randomElement(using: &random) ?? ""
          }.joined()
      }
      // From the pattern, so that many match.
      var path = pattern.flatMap { component in
        component == "**"
          ? (0..<Int.random(in: 0...2, using: &random)).map { _ in "ab" }
          : [String(component.filter { "ab".contains($0) })]
      }.filter { !$0.isEmpty }
      if Bool.random(using: &random) { path.append("é") }
      guard !path.isEmpty, pattern.count > 1, !pattern.contains(where: { $0.contains("**") && $0 != "**" }) else {
        continue
      }
      let expected = (1...path.count).contains { Self.matches(pattern[...], path[..<$0]) }
      #expect(
        try Glob(pattern.joined(separator: "/")).matches(Pathname(path.joined(separator: "/"))) == expected,
        "\(pattern) \(path)")
      count += expected ? 1 : 0
    }
    #expect(count > 500)
  }

  private static func matches(_ pattern: ArraySlice<String>, _ path: ArraySlice<String>) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    if first == "**" {
      // At the end, what is in the folder.
      if pattern.count == 1 { return !path.isEmpty }
      return path.indices.contains { matches(pattern.dropFirst(), path[$0...]) } || matches(pattern.dropFirst(), [])
    }
    guard let name = path.first else { return false }
    return matches(component: Array(first)[...], Array(name)[...]) && matches(pattern.dropFirst(), path.dropFirst())
  }

  private static func matches(component: ArraySlice<Character>, _ name: ArraySlice<Character>) -> Bool {
    guard let first = component.first else { return name.isEmpty }
    if first == "*" {
      return matches(component: component.dropFirst(), name)
        || !name.isEmpty && matches(component: component, name.dropFirst())
    }
    guard let letter = name.first else { return false }
    return (first == "?" || first == letter) && matches(component: component.dropFirst(), name.dropFirst())
  }

  /// In gitignore(5), this negates an earlier pattern; here it would be a name that no file has.
  @Test func nothingIsTakenBack() throws {
    #expect(throws: Glob.Fault.self) { try Glob("!keep.png") }
    #expect(try Glob("\\!keep.png").matches(Pathname("!keep.png")))
  }

  /// A backtracking matcher would take 2^500 steps for these.
  @Test func patternsTakeNoTime() throws {
    let path = Pathname(String(repeating: "a", count: 4000))
    let folders = Pathname(String(repeating: "a/", count: 2000))
    #expect(try !Glob(String(repeating: "*a", count: 500) + "b").matches(path))
    #expect(try !Glob(String(repeating: "**/", count: 300) + "b").matches(folders))
    #expect(try !Glob("x/" + String(repeating: "**/a/", count: 200) + "b").matches(folders))
  }

  @Test func theNearestPolicyUpwardHolds() throws {
    let folder = try TemporaryFolder()
    let images = ["outer/x/y/a.png", "outer/inner/z/b.png", "c.png", "repository/assets/d.png", "repository/.git/HEAD"]
    for name in images + ["outer/.gamut.yml", "outer/inner/.gamut.yml"] { try folder.write([], to: name) }
    let root = try #require(try Pathname(folder.path).resolved).text
    func place(_ names: String..., policy: String? = nil) throws(AuditError) -> AuditSelection.Place {
      try AuditSelection.place(
        of: names.map { Pathname(folder.path + "/" + $0) }, root: nil,
        policy: policy.map { Pathname(folder.path + "/" + $0) })
    }
    #expect(try place("outer/x/y").policy == Pathname(root + "/outer/.gamut.yml"))
    #expect(try place("outer/x/y/a.png").root == Pathname(root + "/outer"))
    // The top one gives the root; the nearest one applies to the file.
    let inner = try place("outer/inner/z/b.png")
    #expect(inner.policy == Pathname(root + "/outer/.gamut.yml") && inner.root == Pathname(root + "/outer"))
    let policies = try inner.policies()
    #expect(policies.file(for: Pathname("inner/z/b.png")).path == Pathname(root + "/outer/inner/.gamut.yml"))
    #expect(policies.file(for: Pathname("x/y/a.png")).path == inner.policy)
    #expect(try place("c.png", "outer/x").policy == nil)
    // That of a repository is not outside of it.
    try folder.makeFolder("outer/inner/.git")
    #expect(try place("outer/inner/z").root == Pathname(root + "/outer/inner"))
    #expect(try place("outer/x", policy: "outer/inner/.gamut.yml").root == Pathname(root + "/outer/x"))
    #expect(try place("repository/assets").root == Pathname(root + "/repository"))
    // Above a repository, one that is found gives the root, and one that is named is for the repository.
    try folder.write([], to: ".gamut.yml")
    #expect(try place("repository/assets").root == Pathname(root))
    #expect(try place("repository/assets", policy: ".gamut.yml").root == Pathname(root + "/repository"))
  }
}
