import ArgumentParser
import CSystemShim
import GamutKit
import LibC

/// A page in a temporary place, for the program of this system that opens HTML files.
struct PageOpener {
  let path: Pathname

  init() throws {
    var template = Array(((environment("TMPDIR") ?? "/tmp") + "/gamut-XXXXXX").utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw Message.unprocessed(
        "The folder for the page cannot be created: \(systemWords(errno)). Set TMPDIR, or use --report html=FILE."
      )
    }
    path = Pathname(bytes: template.dropLast().map { UInt8(bitPattern: $0) } + Array("/report.html".utf8))
  }

  func open() throws {
    #if os(macOS)
      let program = "open"
    #else
      let program = "xdg-open"
    #endif
    var process = pid_t()
    let words = Array(program.utf8) + [0] + path.bytes + [0]
    let silent = openNothing()
    defer { close(silent) }
    let number = unsafe gamut_start(words.map { CChar(bitPattern: $0) }, 2, "", 0, silent, silent, &process)
    var status: Int32 = 0
    // A program that fails does so at once; one that shows the page itself ends with it.
    for _ in 0..<40 where number == 0 {
      if unsafe waitpid(process, &status, WNOHANG) != 0 { break }
      usleep(50_000)
    }
    Message.note("The page is \(path.text.printable).")
    guard number == 0, status == 0 else {
      throw Message.unprocessed("No program opened it (\(program)); open it in a browser.")
    }
  }
}

/// Opens a file that takes everything. `open(2)` is hidden by a method.
private func openNothing() -> Int32 { unsafe open("/dev/null", O_WRONLY | O_CLOEXEC) }
