// MeasurePairs pairs --gamut FILE --decode-only FILE --write-sync-rename FILE --inputs FOLDER [--numpy SCRIPT]
//     [--vips PROGRAM --profile FILE] [--pairs N] [--only NAME]...
//   Runs pairs of whole processes in turn and prints a table.
// MeasurePairs processor (the same): processor time on one thread instead of time.
// MeasurePairs peers (the same) [--pillow SCRIPT] [--exiftool PROGRAM] [--compare PROGRAM]: against other programs, as far as they are there.
// MeasurePairs scaling (the same): by files, by megapixels, and by jobs.
// MeasurePairs engine --table FILE
//   Prints what the engine's benchmarks say, in short.
// All: [--commit NAME] [--readme FILE]: the table also goes between its markers there.

var setting = Setting()
var pairs = 9
var commit = "unknown"
var engineTable = ""
var readme: String?
var names: [String] = []

var arguments = CommandLine.arguments.dropFirst()
let verb = arguments.popFirst() ?? ""
while let option = arguments.popFirst() {
  guard let value = arguments.popFirst() else { fail("\(option) needs a value") }
  switch option {
  case "--gamut": setting.gamut = value
  case "--decode-only": setting.decodeOnly = value
  case "--write-sync-rename": setting.writeSyncRename = value
  case "--inputs": setting.inputs = value
  case "--numpy": setting.numpy = value
  case "--vips": setting.vips = value
  case "--pillow": setting.pillow = value
  case "--exiftool": setting.exiftool = value
  case "--compare": setting.compare = value
  case "--profile": setting.profile = value
  case "--table": engineTable = value
  case "--commit": commit = value
  case "--readme": readme = value
  case "--only": names.append(value)
  case "--pairs":
    guard let count = Int(value), count > 0 else { fail("--pairs needs a number above 0") }
    pairs = count
  default: fail("there is no option \(option)")
  }
}

@MainActor func isChosen(_ name: String) -> Bool { names.isEmpty || names.contains(where: name.hasPrefix) }

var heading = "Measured on \(Machine.date) at commit \(commit) on \(Machine.description)"
var lines: [String]
switch verb {
case "pairs":
  heading += "; \(pairs) pairs or more each." + (setting.numpy.isEmpty ? " numpy was not there." : "")
  var table = Table()
  for line in table.lines { print(line) }
  for comparison in setting.comparisons where isChosen(comparison.name) {
    table.add(comparison, comparison.run(pairs: pairs))
    print(table.lines.last ?? "")
  }
  lines = table.lines
case "processor":
  heading += "; the least of \(pairs) runs or more, in turn."
  lines = ProcessorTable.measure(setting.processorComparisons.filter { isChosen($0.name) }, pairs: pairs)
case "peers":
  heading += "; medians of \(pairs) pairs."
  lines = PeerTable.measure(setting.peers.filter { isChosen($0.task) }, pairs: pairs)
case "scaling":
  heading += "; medians of \(pairs) runs."
  lines = ScalingTable.measure(setting.scalings.filter { isChosen($0.name) }, runs: pairs)
case "engine":
  heading += "."
  do throws(TextFile.Failure) {
    lines = EngineTable.shortened(try TextFile.read(engineTable))
  } catch {
    fail("cannot read \(engineTable)")
  }
  for line in lines { print(line) }
default: fail("say pairs, processor, peers, scaling or engine")
}

if let readme {
  do throws(TextFile.Failure) {
    try TextFile.replace(verb, in: readme, with: [heading, ""] + lines)
  } catch {
    fail("cannot put the table into \(readme)")
  }
}
