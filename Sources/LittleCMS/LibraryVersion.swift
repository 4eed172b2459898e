import CLittleCMS

/// The version of the linked library, such as 2.14.
public enum LibraryVersion {
  /// The version of Little CMS in digits, such as 2.14 or 2.13.1.
  public static var lcms2: String {
    // 2140 for 2.14.
    let number = Int(cmsGetEncodedCMMversion())
    let minor = number % 1000 / 10
    return "\(number / 1000).\(minor)\(number % 10 == 0 ? "" : ".\(number % 10)")"
  }
}
