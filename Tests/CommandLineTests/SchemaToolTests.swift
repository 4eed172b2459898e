import Foundation
import SyntheticPNG
import TestSupport
import Testing

/// The schemas, and SARIF by the schema of its standard, by an independent implementation of JSON Schema.
@Suite struct SchemaToolTests {
  private static let isAvailable: Bool = {
    let check = try? GamutProcess.python("import jsonschema; jsonschema.Draft202012Validator", input: [])
    return check?.status == 0
  }()

  /// The schema of the OASIS standard, as a file, if available.
  private static let sarif = ProcessInfo.processInfo.environment["GAMUT_SARIF"]

  /// Against the schema of schemas, and with patterns that Python can compile.
  @Test(.enabled(if: Thoroughness.hasTime), .enabled(if: isAvailable, "python3 with jsonschema is not installed"))
  func theSchemasAreSchemas() throws {
    let folder = Repository.path + "/Schemas/"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
    #expect(names.count > 8)
    let script = """
      import json, sys, jsonschema
      for name in sys.argv[1:]:
          schema = json.load(open(name))
          jsonschema.validators.validator_for(schema, default=None).check_schema(schema)
      """
    let check = try GamutProcess.python(script, arguments: names.map { folder + $0 }, input: [])
    #expect(check.status == 0, "\(check.errors)")
  }

  @Test(
    .enabled(if: Thoroughness.hasTime),
    .enabled(if: isAvailable && sarif != nil, "python3 with jsonschema is not installed, or GAMUT_SARIF is not set"))
  func sarifIsValidByTheStandardsOwnSchema() throws {
    let run = try GamutProcess.run([
      "audit", "--format", "sarif", Repository.path + "/Tests/GamutKitTests/Golden", Repository.path + "/Samples",
      Repository.path + "/README.md", Repository.path + "/missing.png",
    ])
    #expect(run.status == 2)
    let script = """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1]))
      validator = jsonschema.validators.validator_for(schema)
      for error in validator(schema, format_checker=validator.FORMAT_CHECKER).iter_errors(json.load(sys.stdin)):
          print(list(error.path), error.message)
      """
    let check = try GamutProcess.python(script, arguments: [#require(Self.sarif)], input: run.output)
    #expect(check.status == 0 && check.text == "", "\(check.text)\(check.errors)")
  }
}

extension GamutProcess {
  /// Runs a Python script with the first python3 of the caller's PATH.
  fileprivate static func python(_ script: String, arguments: [String] = [], input: [UInt8]) throws -> GamutProcess {
    try run(
      ["python3", "-c", script] + arguments, program: "/usr/bin/env", input: input,
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""])
  }
}
