import TestSupport

/// Texts of each format from which a fuzzer starts, and its words.
enum Texts {
  static let json: [[UInt8]] =
    [
      #"{"a": [1, -2.5e3, true, false, null, "t\u00e9\n\\\"\ud83d\ude00"], "b": {"c": {}}, "d": []}"#, "[[[[[[]]]]]]",
      #"{"\"\n##": 0}"#, " 0 ", "1e308", "-0", "\"\"", "123456789012345678901234567890", "[0,0,0,0]",
    ].bytes

  static let jsonWords: [[UInt8]] = [
    "true", "false", "null", "\\u00e9", "\\ud83d\\ude00", "1e308", "-0.0", "[", "{", "\":", ",\"",
  ].bytes

  static let sets: [[UInt8]] =
    [#"{"properties": {"template-rendering-intent": "template"}, "info": {"version": 1}}"#]
    .bytes + lists(of: "images", images) + lists(of: "colors", colorModels) + icons.bytes

  private static func lists(of name: String, _ slots: [String]) -> [[UInt8]] {
    let all = slots.joined(separator: ",\n    ")
    return ["{\n  \"\(name)\" : [\n    \(all)\n  ],\n  \"info\" : { \"version\" : 1 }\n}\n"].bytes
      + slots.map { "{\"\(name)\":[\($0)]}" }.bytes
  }

  private static let images = [
    #"{"idiom": "universal", "scale": "1x", "filename": "a.png"}"#,
    #"{"idiom": "universal", "display-gamut": "display-P3", "scale": "2x", "filename": "b.png"}"#,
    #"{"idiom": "iphone", "display-gamut": "sRGB", "size": "20x20", "filename": "c.png"}"#,
    #"{"idiom": "ipad", "appearances": [{"appearance": "luminosity", "value": "dark"}], "filename": "d.png"}"#,
    #"{"idiom": "mac", "unassigned": true, "filename": "e.png", "language-direction": "left-to-right"}"#,
  ]

  private static let colorModels: [String] =
    [
      (#""display-p3""#, #"{"red": "1.000", "green": "0.500", "blue": "0x80", "alpha": "1.000"}"#),
      (#""srgb""#, #"{"red": 255, "green": 128, "blue": 0, "alpha": 1}"#),
      (#""extended-srgb""#, #"{"red": "1.2", "green": "-0.1", "blue": "0.5", "alpha": "0.5"}"#),
      (#""gray-gamma-22""#, #"{"white": "0.500", "alpha": "1.000"}"#),
    ].map { #"{"idiom": "universal", "color": {"color-space": \#($0), "components": \#($1)}}"# } + [
      #"{"idiom": "universal", "color": {"platform": "ios", "reference": "systemRedColor"}}"#,
      #"{"display-gamut": "display-P3", "appearances": [{"appearance": "contrast", "value": "high"}]}"#,
    ]

  private static let icons = [
    #"{"fill": {"solid": "display-p3:0.9,0.1,0.2,1"}, "groups": [{"layers": [{"image-name": "a.png", "name": "a"}]}]}"#,
    #"{"fill-specializations": [{"value": {"automatic-gradient": "srgb:1,0,0,1"}}, {"appearance": "dark"}]}"#,
    #"{"fill": {"linear-gradient": ["gray:0.5,1", "named:system-blue"]}}"#,
  ]

  static let setWords: [[UInt8]] =
    jsonWords
    + [
      "\"images\"", "\"colors\"", "\"data\"", "\"symbols\"", "\"universal\"", "\"iphone\"", "\"display-gamut\"",
      "\"sRGB\"", "\"display-P3\"", "\"srgb\"", "\"display-p3\"", "\"extended-srgb\"", "\"extended-gray\"",
      "\"appearances\"", "\"appearance\"", "\"luminosity\"", "\"dark\"", "\"light\"", "\"contrast\"", "\"high\"",
      "\"tinted\"", "\"color\"", "\"color-space\"", "\"components\"", "\"red\"", "\"green\"", "\"blue\"", "\"white\"",
      "\"alpha\"", "\"filename\"", "\"idiom\"", "\"scale\"", "\"value\"", "\"unassigned\"", "\"0x80\"", "\"1.000\"",
      "\"reference\"", "\"platform\"", "\"fill\"", "\"fill-specializations\"", "\"solid\"", "\"linear-gradient\"",
      "\"groups\"", "\"layers\"", "\"image-name\"", "\"image-name-specializations\"", "\"properties\"",
      "\"size\"", "\"1e300x\"", "\"infx\"", "\"999999x999999\"",
    ].bytes

  /// The files of the tests of palettes that are small enough.
  private static func cases(_ paths: [String], _ part: String) -> [[UInt8]] {
    CaseText.all(in: paths.map { "Tests/GamutPalettesTests/\($0).txt" }).map { Array($0[part].utf8) }
      .filter { $0.count <= 4096 }
  }

  static let tokens: [[UInt8]] =
    cases(["values", "groups", "references", "pointers", "extensions"].map { "Tokens/" + $0 }, "tokens")
    + [
      ##"""
      {"$schema": "x", "color": {"$type": "color", "$description": "d",
      "a": {"$value": {"colorSpace": "display-p3", "components": [1, 0.5, "none"], "alpha": 0.5, "hex": "#ff8000"}},
      "b": {"$value": "{color.a}", "$deprecated": true}, "c": {"$value": "#5c7d00"}}}
      """##,
      ##"{"$type": "color", "g": {"$extends": "{h}", "$root": {"$value": "{h.x}"}}, "h": {"x": {"$value": "#123"}}}"##,
      ##"{"a": {"$type": "color", "$value": {"$ref": "#/b/$value"}}, "b": {"$type": "color", "$value": "#abcdef80"}}"##,
      ##"{"a": {"$type": "color", "$value": {"colorSpace": "oklch", "components": [0.5, 0.1, 359.9]}}}"##,
      ##"{"sets": {"a": {"sources": []}}, "modifiers": {}, "resolutionOrder": [{"$ref": "#/sets/a"}]}"##,
      ##"{"a": {"type": "color", "value": "rgba(1, 2, 3, 0.5)"}, "b": {"value": "$a"}}"##,
    ].bytes

  static let tokenWords: [[UInt8]] =
    jsonWords
    + [
      "\"$type\"", "\"$value\"", "\"$ref\"", "\"$root\"", "\"$extends\"", "\"$extensions\"", "\"$deprecated\"",
      "\"$description\"", "\"color\"", "\"gradient\"", "\"shadow\"", "\"border\"", "\"colorSpace\"", "\"components\"",
      "\"alpha\"", "\"hex\"", "\"none\"", "\"#/", "{a.b}", "~1", "~0", "\"hsl\"", "\"hwb\"", "\"lab\"", "\"lch\"",
      "\"oklab\"", "\"oklch\"", "\"display-p3\"", "\"a98-rgb\"", "\"prophoto-rgb\"", "\"rec2020\"", "\"xyz-d50\"",
    ].bytes

  static let styles: [[UInt8]] =
    cases(["values", "conditions", "selectors", "references"].map { "Styles/" + $0 }, "style")
    + [
      ":root{--a:#fff;--b:var(--a);--c:var(--x,rgb(1 2 3/50%));--d:color-mix(in lab,red,blue)}",
      "@media (prefers-color-scheme:dark){:root{--a:light-dark(red,blue)}}",
      "@media (color-gamut:p3) and (prefers-contrast:more){.x{--a:red}}",
      "@supports (color:color(display-p3 1 0 0)){html[data-theme=\"dark\"],.dark :is(a,b)>c{--a:red!important}}",
      "$a: #123456 !default;\n@mixin m($x) { --b: #{$a}; }\n.a { &:hover { --c: $a } @include m(1); } // end\n",
      "@a: #123;\n@b: @a;\n.m() { --c: @b; @media print { --d: ~'red' } }\n",
      "/* c */ @layer x, y; @import url(a;b); @property --a { syntax: '<color>'; initial-value: red; inherits: false }",
      "--a: red;\n.a\\:b{--\\31 0:blue;--q:\"\\\"}\";--u:url(x)}<!-- -->",
    ].bytes

  static let styleWords: [[UInt8]] =
    colorWords
    + [
      ":root", "@media", "@supports", "@layer", "@import", "@container", "prefers-color-scheme", "prefers-contrast",
      "color-gamut", "dark", "light", "p3", "var(--", "light-dark(", "color-mix(", "calc(", "!important", "!default",
      "[data-theme=", ":is(", ":not(", ":where(", "/*", "*/", "//", "#{", "@{", "url(", "\\", "--", "{", "}", "and",
      "not",
    ].bytes

  static let colors: [[UInt8]] =
    [
      "#abc", "#12345678", "RebeccaPurple", "rgb(1 2 3 / 50%)", "rgba(10%, 20%, 30%, .5)", "hsl(120deg 50% 50%)",
      "hsla(1turn, 5%, 5%, 1)", "hwb(-90 10% 20% / none)", "lab(50% -20 1e1)", "lch(50 30 3.14rad)", "oklab(.5 0 .1)",
      "oklch(50% 10% 400grad)", "color(display-p3 1 .5 0)", "color(xyz-d50 1 1 1 / 1)", "color(rec2020 1e-30 0 0)",
      "transparent", "currentcolor", "color-mix(in lab, red, blue)", "rgb(from red r g b)", "/**/red/* x */",
    ].bytes

  static let colorWords: [[UInt8]] =
    [
      "rgb(", "rgba(", "hsl(", "hsla(", "hwb(", "lab(", "lch(", "oklab(", "oklch(", "color(", "srgb ", "srgb-linear ",
      "display-p3 ", "display-p3-linear ", "a98-rgb ", "prophoto-rgb ", "rec2020 ", "xyz ", "xyz-d50 ", "xyz-d65 ",
      "none", "deg", "rad", "grad", "turn", "calc(", "from ", "/", "%", "1e308", "-1e308", "1e-400", "#", "0x", "red",
      "transparent",
    ].bytes
}
