package import GamutKit
import PNGCodec

/// The declarations of the PNG files of a tree, as a basis for a policy. Only the chunks of the files are read.
package struct TreeSurvey: Sendable {
  package enum Declared: Sendable, Hashable, CaseIterable {
    case displayP3, sRGB
    /// A space other than these two, or the space of a grey image.
    case other
    case untagged
    /// A declaration that does not define the colours.
    case unusable
    /// The file could not be read.
    case unreadable

    init(_ declaration: InspectedDeclaration?) {
      switch declaration?.identification?.space {
      case .displayP3: self = .displayP3
      case .sRGB: self = .sRGB
      default: self = declaration == nil ? .untagged : declaration?.fault == nil ? .other : .unusable
      }
    }

    var words: String {
      switch self {
      case .displayP3: "in Display P3"
      case .sRGB: "in sRGB"
      case .other: "in other spaces"
      case .untagged: "without a colour space"
      case .unusable: "with an unusable one"
      case .unreadable: "unreadable"
      }
    }

    var profile: String? { self == .displayP3 ? "display-p3" : self == .sRGB ? "srgb" : nil }
  }

  package struct Group: Sendable, Hashable {
    package private(set) var files = 0
    package private(set) var declared: [Declared: Int] = [:]
    /// Files with 16 bits per channel.
    package private(set) var deep = 0

    mutating func add(_ file: (declared: Declared, isDeep: Bool)) {
      files += 1
      declared[file.declared, default: 0] += 1
      if file.isDeep { deep += 1 }
    }

    var common: Declared? { declared.count == 1 ? declared.keys.first : nil }
  }

  /// All files, without those in `excluded` folders.
  package private(set) var all = Group()
  /// The files in each folder of the tree, by its first component.
  package private(set) var folders: [Pathname: Group] = [:]
  package private(set) var catalogs: [Pathname: Group] = [:]
  /// The names of the excluded folders, which contain files that other programs fetch or build.
  package private(set) var excluded: Set<String> = []
  /// The numbers of files in folders whose names suggest the same.
  package private(set) var guessed: [String: Int] = [:]
  /// Images with stretchable areas, of Android, whose border is not colour.
  package private(set) var ninePatches = 0
  /// The paths of the files, but for those in `excluded` folders.
  package private(set) var paths: [Pathname] = []
  package private(set) var unread: [(path: Pathname, error: GamutError)] = []

  /// Names of folders that no one writes by hand.
  private static let fetched: Set = [
    "node_modules", "bower_components", "Pods", "Carthage", "DerivedData", ".build", ".gradle", ".next", ".nuxt",
    ".venv",
  ]
  /// Names that are also used for other folders.
  private static let built: Set = [
    "build", "Build", "dist", "out", "target", "Generated", "generated", "vendor", "third_party", "coverage",
  ]

  package init(of folder: Pathname, jobs: Int) {
    var skipped: Set<String> = []
    let images = Input.images(
      below: folder,
      skipping: { path in
        guard Self.fetched.contains(path.fileName) else { return false }
        skipped.insert(path.fileName)
        return true
      })
    excluded = skipped
    let inspector = Inspector()
    let inputs = images.sorted { $0.path < $1.path }
    paths = inputs.map(\.path)
    var index = 0
    mapInOrder(
      count: inputs.count, jobs: jobs,
      work: { index in Result { () throws(GamutError) in try inspector.inspect(inputs[index]) } }
    ) { result in
      var file = (declared: Declared.unreadable, isDeep: false)
      switch result {
      case .success(.png(let png)): file = (Declared(png.inForce), png.survey.header.bitDepth == 16)
      case .success(.profile): break
      case .failure(let error): if error.isSystemFailure { unread.append((inputs[index].path, error)) }
      }
      let path = inputs[index].path.bytes.dropFirst(folder.bytes.count).drop { $0 == UInt8(ascii: "/") }
      add(file, at: Pathname(bytes: Array(path)))
      index += 1
    }
  }

  private mutating func add(_ file: (declared: Declared, isDeep: Bool), at path: Pathname) {
    all.add(file)
    let components = path.components
    let parents = components.dropLast()
    if let first = parents.first { folders[Pathname(bytes: first), default: Group()].add(file) }
    let end = Array(".xcassets".utf8)
    if let last = parents.firstIndex(where: { $0.count > end.count && $0.suffix(end.count).elementsEqual(end) }) {
      let name = parents[...last].joined(separator: [UInt8(ascii: "/")])
      catalogs[Pathname(bytes: Array(name)), default: Group()].add(file)
    }
    if let name = parents.lazy.map({ String(decoding: $0, as: UTF8.self) }).first(where: Self.built.contains) {
      guessed[name, default: 0] += 1
    }
    if path.bytes.count > 6, path.bytes.suffix(6).elementsEqual(".9.png".utf8) { ninePatches += 1 }
  }
}

extension TreeSurvey {
  /// The numbers in a sentence, as in "3 PNG files: 2 in sRGB, 1 without a colour space; 3 of 8 bits or fewer, ...".
  package var sentence: String {
    guard all.files > 0 else { return "No PNG files were found." }
    let declared = Declared.allCases.compactMap { kind in
      all.declared[kind].map { "\(Words.count($0)) \(kind.words)" }
    }
    let shallow = all.files - all.deep - (all.declared[.unreadable] ?? 0)
    let depths = [(shallow, "of 8 bits per channel or fewer"), (all.deep, "of 16")].filter { $0.0 > 0 }
      .map { "\(Words.count($0.0)) \($0.1)" }
    return "\(Words.count(all.files, "PNG file")): " + declared.joined(separator: ", ")
      + (depths.isEmpty ? "" : "; " + depths.joined(separator: ", ")) + "."
  }
}
