import GamutKit
import SyntheticPNG
import TestSupport
import Testing

/// `gamut spaces`, and names of spaces on the command line.
@Suite struct SpacesCommandTests {
  @Test func textListsAllSpaces() throws {
    let run = try GamutProcess.run(["spaces"])
    #expect(run.status == 0 && run.errors == "")
    let lines = run.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count <= 80 && $0.last != " " })
    for space in ReferenceSpace.allCases {
      #expect(lines.contains { $0.hasPrefix(space.rawValue + " ") }, "\(space)")
      #expect(lines.contains { $0.hasPrefix("  \(space.name);") }, "\(space)")
    }
    // The numbers of the publications.
    #expect(
      lines.contains("adobe-rgb           0.6400 0.3300  0.2100 0.7100  0.1500 0.0600  0.3127 0.3290"), "\(run.text)")
    #expect(
      lines.contains("prophoto-rgb        0.7347 0.2653  0.1596 0.8404  0.0366 0.0001  0.3457 0.3585"), "\(run.text)")
    for words in [
      "sRGB curve", "gamma 2.19921875 (563/256)", "gamma 1.8, linear below 1/32", "gamma 2.4", "gamma 2.6",
      "BT.709 camera curve", "linear; cICP 1/8", "cICP 12/13", "cICP 9/14",
    ] {
      #expect(run.text.contains(words), "\(words)")
    }
  }

  @Test func jsonFollowsTheSchema() throws {
    let run = try GamutProcess.run(["spaces", "--format", "json"])
    #expect(run.status == 0 && run.errors == "" && run.text.hasSuffix("}\n"))
    let list = try JSONValue(parsing: run.output)
    #expect(try Repository.schema("spaces").faults(in: list) == [])
    let spaces = try #require(list["spaces"]?.array)
    #expect(spaces.map { $0["name"]?.string } == ReferenceSpace.allCases.map(\.rawValue))
    let p3 = try #require(spaces.first)
    #expect(p3["primaries.red"]?.array == [.real(0.68), .real(0.32)])
    #expect(p3["white"]?.array == [.real(0.3127), .real(0.329)])
    #expect(p3["cICP.transfer"] == .integer(13))
    let grey = try #require(spaces.first { $0["name"]?.string == "s-gray" })
    #expect(grey["primaries"] == .null)
    // Red of Display P3 Compat, whose colorant has no Z: computed from 83df 3dbf 0 by a program in double precision.
    let compat = try #require(spaces.first { $0["name"]?.string == "display-p3-compat" })
    let red = try #require(compat["primaries.red"]?.array)
    guard red.count == 2, case .real(let x) = red[0], case .real(let y) = red[1] else {
      Issue.record("no numbers")
      return
    }
    #expect(abs(x - 0.678678068) < 1e-6 && abs(y - 0.319372626) < 1e-6)
  }
}
