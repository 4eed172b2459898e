import LibC
import Testing

#if os(Linux)
  /// A pseudoterminal (pty(7)).
  final class Terminal {
    /// The name of the side that programs write to.
    let name: String
    private let primary: Int32
    /// Kept open, so that no output is lost when a program ends.
    private let secondary: Int32

    /// - Parameter columns: the width of the terminal; 0 if it is unknown, as initially.
    init(columns: Int = 0) throws {
      primary = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
      var unlocked: Int32 = 0
      var number: Int32 = -1
      // TIOCSPTLCK and TIOCGPTN, ioctl_tty(2): macros that Swift does not import.
      let unlocking = unsafe ioctl(primary, 0x4004_5431, &unlocked)
      let numbering = unsafe ioctl(primary, 0x8004_5430, &number)
      try #require(primary >= 0 && unlocking == 0 && numbering == 0)
      name = "/dev/pts/\(number)"
      secondary = unsafe open(name, O_RDWR | O_NOCTTY)
      var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
      try #require(unsafe ioctl(secondary, UInt(TIOCSWINSZ), &size) == 0)
    }

    deinit {
      close(primary)
      close(secondary)
    }

    /// Returns the output written so far. The system may transfer it with a delay, so it is read up to a mark.
    func read() -> String {
      let mark = Array("that is all".utf8)
      _ = unsafe write(secondary, mark, mark.count)
      var text: [UInt8] = []
      while !text.suffix(mark.count).elementsEqual(mark) {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe LibC.read(primary, &bytes, bytes.count)
        if count <= 0 { break }
        text += bytes.prefix(count)
      }
      return String(decoding: text.dropLast(mark.count), as: UTF8.self)
    }
  }
#endif
