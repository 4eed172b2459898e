/// What programs do not use a profile for, although it defines colours, or only warn of.
///
/// The rules are those of libpng 1.6.39 to 1.8 (`png_icc_check_header` and `png_icc_check_length`), of skcms
/// (`skcms_Parse`) and of qcms (`Profile::new_from_slice`). Apple documents none for ColorSync.
public struct ProfileRefusal: Sendable, Hashable {
  /// A library that reads profiles.
  public enum Reader: String, Sendable, Hashable, CaseIterable {
    /// Most programs that read PNG, also Firefox, get the profile from it.
    case libpng
    /// The colour management of Chrome and Android.
    case skcms
    /// That of Firefox.
    case qcms

    var words: String {
      switch self {
      case .libpng: "programs built on libpng"
      case .skcms: "Chrome and Android (skcms)"
      case .qcms: "Firefox (qcms)"
      }
    }
  }

  /// The field and its value, as the beginning of a sentence.
  public let fault: String
  /// The libraries that drop the profile; empty if libpng warns of the field, and all use the profile.
  public let readers: [Reader]

  init(_ fault: String, _ readers: [Reader]) { (self.fault, self.readers) = (fault, readers) }

  /// The field and what follows, as a whole sentence.
  public var message: String {
    guard !readers.isEmpty else { return fault + ": libpng prints a warning, and programs use the profile." }
    return
      "\(fault), and the profile is dropped by \(readers.map(\.words).joined(separator: " and by ")). Other programs "
      + "use it."
  }

  /// An RGB profile in a grey image: Skia and others use its curves.
  public static let rgbInGreyImage = ProfileRefusal("The image is grey and its profile is for RGB", [.libpng])
}

extension Profile {
  /// The fields of the profile that other programs do not accept.
  public var refusals: [ProfileRefusal] {
    var refusals: [ProfileRefusal] = []
    func add(_ fault: String, _ readers: [ProfileRefusal.Reader]) { refusals.append(ProfileRefusal(fault, readers)) }
    let intent = header.renderingIntent
    if intent > 3 {
      let readers: [ProfileRefusal.Reader] = intent >= 0xffff ? [.libpng, .qcms] : [.qcms]
      add("The rendering intent of the profile is \(intent), and only 0 to 3 exist", readers)
    }
    if header.version.major >= 4, header.size % 4 != 0 {
      add("The profile has \(header.size) bytes, and from version 4 on that must be a multiple of 4", [.libpng])
    }
    if header.size >= 4 << 20 {
      add("The profile has \(header.size) bytes", header.size > 8_000_000 ? [.libpng, .qcms] : [.qcms])
    }
    if bytes[10] != 0 || bytes[11] != 0 {
      add("The reserved bytes after the version of the profile are not 0", [.qcms])
    }
    if header.illuminant != .d50 {
      let difference = header.illuminant.values - XYZNumber.d50.values
      let isNear = (0..<3).allSatisfy { difference[$0].magnitude <= 0.01 }
      add("The illuminant of the profile is not D50", isNear ? [] : [.skcms])
    }
    if let tag = tags.first(where: { $0.size < 4 }) {
      add("Tag '\(tag.signature)' of the profile has \(tag.size) bytes", [.skcms])
    }
    return refusals
  }

  /// The profile with header fields that every program accepts, and the same colours; itself if it has them already.
  public var repaired: Profile {
    var bytes = Array(content)
    func set(_ value: UInt32, at offset: Int) {
      for byte in 0..<4 { bytes[offset + byte] = UInt8(truncatingIfNeeded: value >> (24 - 8 * UInt32(byte))) }
    }
    if header.renderingIntent > 3 {
      // Some programs write it in the byte order of the machine.
      let swapped = header.renderingIntent.byteSwapped
      set(swapped <= 3 ? swapped : 0, at: 64)
    }
    if header.version.major >= 4, bytes.count % 4 != 0 {
      bytes += [UInt8](repeating: 0, count: -bytes.count & 3)
      set(UInt32(bytes.count), at: 0)
    }
    (bytes[10], bytes[11]) = (0, 0)
    for (offset, value) in zip([68, 72, 76], [XYZNumber.d50.x, XYZNumber.d50.y, XYZNumber.d50.z]) {
      set(UInt32(bitPattern: value), at: offset)
    }
    if bytes[...] == content { return self }
    if header.profileID != nil { bytes.replaceSubrange(84..<100, with: ProfileID(computing: bytes[...]).bytes) }
    return (try? Profile(bytes: bytes)) ?? self
  }

  /// The profile without a tag, whose row in the table has an unknown name instead.
  package func without(_ tag: Signature) -> Profile {
    var bytes = bytes
    for (row, found) in tags.enumerated() where found.signature == tag { bytes[132 + 12 * row] = 0 }
    return (try? Profile(bytes: bytes)) ?? self
  }
}
