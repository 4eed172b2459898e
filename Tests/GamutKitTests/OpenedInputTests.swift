import LibC
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutKit

@Suite struct OpenedInputTests {
  private func bytes(_ input: OpenedInput) throws -> [UInt8]? {
    var source = input.open()
    return try source.readAll(atMost: 1 << 20)
  }

  @Test(arguments: [OpenedInput.Keeping.nothing, .file, .contents])
  func aFileIsReadOnAfterAnotherTookItsName(keeping: OpenedInput.Keeping) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([1, 2, 3], to: "a.png")
    let input = try OpenedInput(.file(Pathname(path)), keeping: keeping)
    #expect(try bytes(input) == [1, 2, 3])
    let other = try folder.write([4, 5, 6, 7], to: "b.png")
    #expect(unsafe rename(other, path) == 0)
    #expect(try bytes(input) == [1, 2, 3])
    #expect(throws: Never.self) { try input.checkUnchanged() }
    #expect(try input.checksum() == ContentChecksum.crc64([1, 2, 3]))
  }

  @Test func aChangeIsSeenUnlessTheContentsAreKept() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([1, 2, 3], to: "a.png")
    let file = try OpenedInput(.file(Pathname(path)))
    let contents = try OpenedInput(.file(Pathname(path)), keeping: .contents)
    #expect(file.status?.size == 3 && contents.status?.size == 3)
    #expect(unsafe truncate(path, 2) == 0)
    #expect(throws: GamutError.changedWhileRead) { try file.checkUnchanged() }
    #expect(throws: PNGError.self) { try bytes(file) }
    #expect(throws: Never.self) { try contents.checkUnchanged() }
    #expect(try bytes(contents) == [1, 2, 3])
  }

  /// A pipe that is named by its descriptor, as a shell's `<(...)` is.
  @Test func aPipeIsCopiedWhereItIsReadAgain() throws {
    let png = InspectCase.rgb.bytes
    let pipes = (0..<3).map { _ in filledPipe(png) }
    defer { for pipe in pipes { close(pipe) } }
    for (pipe, keeping) in zip(pipes, [OpenedInput.Keeping.file, .contents]) {
      let input = try OpenedInput(.file(Pathname("/dev/fd/\(pipe)")), keeping: keeping)
      #expect(input.status == nil)
      for _ in 0..<2 { #expect(try bytes(input) == png) }
    }
    let once = try OpenedInput(.file(Pathname("/dev/fd/\(pipes[2])")), keeping: .nothing)
    #expect(try bytes(once) == png)
    #expect(try bytes(once) == [])
  }

  @Test func whatCannotBeOpenedIsTheSameErrorForEveryCommand() throws {
    let folder = try TemporaryFolder()
    let path = Pathname(folder.path)
    for keeping in [OpenedInput.Keeping.nothing, .file, .contents] {
      #expect(throws: GamutError.png(.folder)) { try OpenedInput(.file(path), keeping: keeping) }
      #expect(throws: GamutError.nameOfTwoFiles) { try OpenedInput(.unusable(path, .nameOfTwoFiles), keeping: keeping) }
      #expect(throws: GamutError.png(.notAFile)) { try OpenedInput(.file(Pathname("/dev/null")), keeping: keeping) }
    }
  }
}
