import Testing

@testable import GamutKit

/// Examples of the Mustache specification (github.com/mustache/spec, MIT), as far as the templates here support it.
struct TemplateTests {
  @Test(arguments: [
    // Interpolation.
    ("Hello, {{subject}}!\n", "Hello, world!\n"), ("{{forbidden}}", "&amp; &quot; &lt; &gt;"),
    ("{{{forbidden}}}", "& \" < >"), ("\"{{mph}} miles an hour!\"", "\"85 miles an hour!\""),
    ("I ({{cannot}}) be seen!", "I () be seen!"),
    // Sections and their repetition.
    ("\"{{#yes}}This is shown.{{/yes}}\"", "\"This is shown.\""), ("\"{{#no}}This is hidden.{{/no}}\"", "\"\""),
    ("\"{{#cannot}}This is hidden.{{/cannot}}\"", "\"\""), ("\"{{#context}}Hi {{name}}.{{/context}}\"", "\"Hi Joe.\""),
    ("\"{{#list}}{{item}}{{/list}}\"", "\"123\""), ("\"{{#empty}}Yay lists!{{/empty}}\"", "\"\""),
    ("\"{{#names}}({{.}}){{/names}}\"", "\"(a)(b)\""), ("{{#context}}{{subject}}{{/context}}", "world"),
    ("| A {{#yes}}B {{#yes}}C{{/yes}} D{{/yes}} E |", "| A B C D E |"),
    // Inverted sections.
    ("\"{{^no}}This is shown.{{/no}}\"", "\"This is shown.\""), ("\"{{^yes}}This is hidden.{{/yes}}\"", "\"\""),
    ("\"{{^empty}}Yay lists!{{/empty}}\"", "\"Yay lists!\""),
    ("\"{{^cannot}}Cannot find it!{{/cannot}}\"", "\"Cannot find it!\""),
    // Lines that contain only a tag.
    ("| This Is\n{{#yes}}\n|\n{{/yes}}\n| A Line\n", "| This Is\n|\n| A Line\n"), ("{{#yes}}\n/\n{{/yes}}", "/\n"),
    ("#{{#yes}}\n/\n{{/yes}}", "#\n/\n"),
  ]) func specified(template: String, expected: String) throws {
    let values: [String: Any] = [
      "subject": "world", "forbidden": "& \" < >", "mph": 85, "yes": true, "no": false,
      "context": ["name": "Joe"] as [String: Any], "list": [["item": 1], ["item": 2], ["item": 3]] as [[String: Any]],
      "empty": [] as [Any], "names": ["a", "b"],
    ]
    let made = try #require(Template(Array(template.utf8)))
    #expect(String(decoding: made.render(values), as: UTF8.self) == expected)
  }

  /// In a browser a quotation mark ends an attribute even if a combining accent follows it.
  @Test func escapesBelowCharacters() throws {
    let template = try #require(Template(Array("{{a}}".utf8)))
    #expect(template.render(["a": "\"\u{301}'\u{301}<\u{338}"]) == Array("&quot;\u{301}&#39;\u{301}&lt;\u{338}".utf8))
  }

  @Test(arguments: ["{{#a}}", "{{/a}}", "{{#a}}{{#b}}{{/a}}{{/b}}", "{{^a}}{{/b}}"]) func sectionsMustEnd(
    template: String
  ) {
    #expect(Template(Array(template.utf8)) == nil)
  }
}
