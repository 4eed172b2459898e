"""What reads the output of gamut, each by its own rules; they raise Fault if a text of a file is more than data."""

import html.parser
import importlib.util
import json
import re
import subprocess
import urllib.parse
import xml.parsers.expat


class Fault(Exception):
    pass


def need(condition, *what):
    if not condition:
        raise Fault(" ".join(map(str, what)))


def has(module):
    return importlib.util.find_spec(module) is not None


# Controls but line feeds, C1, marks of direction, line separators, invisible characters and tags.
UNFIT = re.compile("[\0-\x09\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u2028-\u202e"
                   "\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U000e0000-\U000e0fff]")


def terminal(data):
    text = data.decode()  # valid UTF-8
    found = UNFIT.search(text)
    need(not found, "a terminal gets", found and ascii(text[max(0, found.start() - 30):found.end() + 30]))
    return text


REGISTERED = ("add-mask add-matcher add-path debug echo endgroup error group internal-set-repo-path notice "
              "remove-matcher save-state set-env set-output stop-commands warning").split()


def unescape(text, *names):
    for name, value in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        if name in names:
            text = text.replace(name, value)
    return text


def workflow_command(line):
    """The command in a line, as the runner of GitHub Actions finds it (actions/runner, ActionCommand.cs)."""
    start = line.lstrip()
    end = start.find("::", 2)
    if start.startswith("::") and end >= 0:
        name, _, rest = start[2:end].partition(" ")
        if name in REGISTERED:
            pairs = [part.split("=", 1) for part in rest.split(",") if part]
            return name, {pair[0]: unescape(pair[1], "%0D", "%0A", "%3A", "%2C", "%25") for pair in pairs if len(
                pair) == 2}, unescape(start[end + 2:], "%0D", "%0A", "%25")
    place = line.find("##[")
    if place >= 0 and "]" in line[place:]:
        if line[place + 3:line.find("]", place)].partition(" ")[0] in REGISTERED:
            return "legacy", {}, line
    return None


def log(data):
    """A build server's log: no line is a command."""
    text = terminal(data)
    for line in re.split("\r\n|[\r\n]", text):
        need(not workflow_command(line), "a command of GitHub Actions:", ascii(line[:200]))
        # Azure Pipelines anywhere in a line, TeamCity at its start.
        need(not re.search(r"##vso\[|^\s*##teamcity\[", line), "a command of a build server:", ascii(line[:200]))
    return text


def github(data):
    commands = []
    for line in terminal(data).splitlines():
        command = workflow_command(line)
        need(command and command[0] in ("error", "warning", "notice"), "not an annotation:", ascii(line[:200]))
        need(set(command[1]) == {"file", "line", "title"}, "properties of GitHub:", ascii(line[:200]))
        commands.append(command)
    return commands


def no_duplicates(pairs):
    need(len({name for name, _ in pairs}) == len(pairs), "members of JSON with one name:", [name for name, _ in pairs])
    return dict(pairs)


def parse_json(data):
    log(data)
    return json.loads(data.decode(), object_pairs_hook=no_duplicates, parse_constant=lambda word: need(False, word))


def ndjson(data):
    return [parse_json(line) for line in data.split(b"\n") if line]


def sarif(data, validator=None):
    document = parse_json(data)
    for error in validator.iter_errors(document) if validator else ():
        raise Fault("SARIF: %s %s" % (list(error.path), error.message))
    paths = []
    for result in document["runs"][0]["results"]:
        uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        parts = urllib.parse.urlsplit(uri)
        need(not parts.scheme and not parts.netloc and not parts.query and not parts.fragment, "a URI:", uri)
        need(re.fullmatch(r"(?:[A-Za-z0-9._~!$&'()*+,;=@/-]|%[0-9A-F]{2})+", uri), "a URI:", uri)
        paths.append(urllib.parse.unquote_to_bytes(uri))
        need("\n" not in result["ruleId"], "a rule", result["ruleId"])
    return paths


def gitlab(data):
    """A Code Quality report, as GitLab's parser of these reports requires."""
    issues = parse_json(data)
    for issue in issues:
        need(set(issue) == {"check_name", "description", "fingerprint", "severity", "location"}, "members", ascii(issue))
        need(issue["severity"] in ("info", "minor", "major", "critical", "blocker"), "severity", ascii(issue))
        need(issue["location"]["lines"]["begin"] >= 1, "line", ascii(issue))
    prints = {issue["fingerprint"] for issue in issues}
    need(len(prints) == len(issues), "fingerprints are not unique")
    return [issue["location"]["path"].encode("utf-8", "surrogatepass") for issue in issues]


def junit(data):
    found = {"testcase": [], "failure": 0, "error": 0}
    parser = xml.parsers.expat.ParserCreate()

    def start(name, attributes):
        need(name in ("testsuites", "testsuite", "testcase", "failure", "error", "system-out"), "an element:", name)
        if name == "testcase":
            found[name].append(attributes["name"])
        elif name in found:
            found[name] += 1

    def refuse(*what):
        raise Fault("XML has a " + ascii(what))

    parser.StartElementHandler = start
    parser.CommentHandler = parser.ProcessingInstructionHandler = refuse
    parser.StartDoctypeDeclHandler = parser.StartCdataSectionHandler = refuse
    parser.Parse(log(data), True)
    return found


def xcode(data, root):
    """A diagnostic for each line, whether the first or the last thing that looks like one counts."""
    places = []
    for line in log(data).splitlines():
        found = {tuple(match.groups()) for match in (
            re.match(pattern, line, re.IGNORECASE) for pattern in (
                r"(.+?):(\d+):(\d+): (error|warning|note): .*", r"(.+):(\d+):(\d+): (error|warning|note): .*",
                r"(.+?):(\d+):(\d+):\s*(?:fatal )?(error|warning|note)\s*: .*")) if match}
        need(len(found) == 1, "not one diagnostic:", ascii(line[:300]))
        place = found.pop()
        need(place[0].startswith(root + "/"), "a path:", ascii(place[0]))
        places.append(place)
    return places


class Markup(html.parser.HTMLParser):
    """What a page or a document consists of."""

    def __init__(self, data):
        super().__init__()
        self.tags, self.attributes, self.cells, self.code, self.text = [], [], [], [], []
        self.feed(data)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += attributes
        if tag in ("td", "th"):
            self.cells.append([tag, ""])
        if tag == "code":
            self.code.append("")

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)

    def handle_data(self, data):
        self.text.append(data)
        if self.cells:
            self.cells[-1][1] += data
        if self.code and self.lasttag == "code":
            self.code[-1] += data

    def handle_comment(self, data):
        self.tags.append("!--")

    def handle_endtag(self, tag):
        if tag == "code":
            self.lasttag = ""


def markdown(data):
    """GitHub's own implementation of its Markdown, if it is installed."""
    text = log(data)
    if not has("cmarkgfm"):
        return None
    import cmarkgfm
    rendered = Markup(cmarkgfm.markdown_to_html_with_extensions(
        text, options=1 << 17, extensions=["table", "autolink", "strikethrough", "tagfilter", "tasklist"]))
    allowed = {"h2", "h3", "p", "strong", "table", "thead", "tbody", "tr", "th", "td", "code"}
    need(set(rendered.tags) <= allowed, "Markdown has", set(rendered.tags) - allowed)
    outside = re.sub(r"<code>.*?</code>", "", cmarkgfm.markdown_to_html_with_extensions(
        text, options=1 << 17, extensions=["table", "autolink"]), flags=re.DOTALL)
    mention = re.search(r"(?:^|[^\w/])@[A-Za-z0-9]", outside)
    need(not mention, "Markdown mentions", mention and outside[mention.start():mention.start() + 30])
    return rendered


def page(data, chromium=None, path=None):
    """A page as the standard's grammar has it, and the elements that a browser makes of it."""
    text = data.decode()
    found = UNFIT.search(text)
    need(not found, "the page has", found and ascii(text[max(0, found.start() - 30):found.end() + 30]))
    markups = [Markup(text)]
    if chromium:
        dump = subprocess.run([chromium, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=3000",
                               "--dump-dom", "file://" + path], capture_output=True, timeout=60).stdout
        need(dump, "Chromium shows nothing")
        markups.append(Markup(dump.decode("utf-8", "replace")))
    for index, markup in enumerate(markups):
        need(markup.tags.count("script") == 2, "scripts:", markup.tags.count("script"))
        # The script of the page makes a form of filters.
        unwanted = {"iframe", "object", "embed", "base", "link", "h9"} | ({"form"} if index == 0 else set())
        need(not unwanted & set(markup.tags), "elements:", unwanted & set(markup.tags))
        need(not any(name.startswith("on") for name, _ in markup.attributes), "an attribute of a handler")
        loads = [value for name, value in markup.attributes if name in ("src", "href", "srcset", "action", "data")]
        for value in loads:
            need(not value or value.startswith(("#", "data:image/", "blob:")), "the page refers to", value[:100])
        policy = [value for name, value in markup.attributes if name == "content" and value and "default-src" in value]
        need(policy and "default-src 'none'" in policy[0], "the page's policy is", policy)
    return markups[-1]


def yaml(data):
    """What PyYAML reads, if it is installed."""
    terminal(data)
    if not has("yaml"):
        return None
    import yaml as library
    try:
        return library.safe_load(data.decode())
    except library.YAMLError as error:
        raise Fault("YAML: %s" % ascii(str(error)))
