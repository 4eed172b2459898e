import CISAL
import CLibDeflate
import CPNGShim
import CZlib

/// The versions of the libraries that are linked.
public enum PNGLibraryVersions {
  /// The libraries that read and write pixels, each with its version, such as 1.6.43.
  public static var all: [(name: String, version: String)] {
    let libpng = Int(gamut_png_version())
    return [
      ("libpng", "\(libpng / 10000).\(libpng / 100 % 100).\(libpng % 100)"),
      ("zlib", unsafe String(cString: zlibVersion())),
      // These libraries have no version function: the versions are those of their headers.
      ("isal", "\(ISAL_MAJOR_VERSION).\(ISAL_MINOR_VERSION).\(ISAL_PATCH_VERSION)"),
      ("libdeflate", LIBDEFLATE_VERSION_STRING),
    ]
  }
}
