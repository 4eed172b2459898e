// The details of one image.

const figures = ({ report, target }) => {
  const { pixels, shift, lost, collapse, steps, areas } = report;
  const list = [
    ["Lost", share(lost.pixels, pixels.analyzed), lost.pixels === 0 ? "no detail is lost" : `${count(lost.pixels)} of ${count(pixels.analyzed, "pixel")}`],
    ["Vanishing", count(steps.visible.regions), steps.visible.regions === 0 ? "edges and gradients stay" : `edges or gradients, ${count(steps.visible.pixels, "pixel")} (${share(steps.visible.pixels, pixels.analyzed)})`],
    ["Alike", count(areas.pairs), areas.pairs === 0 ? "areas stay apart" : `${areas.pairs === 1 ? "pair" : "pairs"} of colours that look the same in ${target}`],
    ["Clipped", share(pixels.clipped, pixels.analyzed), pixels.clipped === 0 ? `of ${count(pixels.analyzed, "pixel")}` : `${count(pixels.clipped)} of ${count(pixels.analyzed, "pixel")}, ${count(report.colors.clipped, "colour")}` + (collapse.groups ? `; ${count(collapse.colors)} share ${count(collapse.groups, "code")}` : "")],
    ["Largest shift", amount(shift.maximum), pixels.clipped === 0 ? "nothing moves" : `DIN99o; ${amount(shift.mean)} on average, ${brief(report.jnd)} is just visible`],
  ];
  return el("ul", { class: "figures" }, list.map(([name, value, detail]) => el("li", {},
    el("span", { class: "what" }, name), " ", el("span", { class: "count" }, value), " ", el("span", { class: "why" }, detail))));
};

/** A colour, shown in Display P3 where the screen has that; `sRGB` is for browsers that do not know it. */
const swatch = (p3, sRGB) => {
  const element = el("span", { class: "swatch", style: { background: sRGB } });
  element.style.background = `color(display-p3 ${p3})`;
  return element;
};

/** Two swatches side by side over a diagonal edge. */
const edge = (first, second) => el("span", { class: "edge", "aria-hidden": "true" }, first, second);

/** "both become #ff0000", or what each becomes. */
const becomeWords = ([first, second]) => (first.becomes === second.becomes ? `both become ${first.becomes}` : `become ${first.becomes} and ${second.becomes}`);

/** What is lost: what vanishes, with its number, and colours that look the same, with their letter. */
const losses = (row) => {
  const { steps, areas } = row.report, { swatches, target } = row;
  const isRarerSecond = areas.largest.map(({ first, second }) => second.pixels < first.pixels);
  const vanishing = steps.largest.map((region, index) => {
    const { shape } = region;
    const colors = !shape ? swatches.steps[index] : isRarerSecond[shape.pair] ? [...swatches.areas[shape.pair]].reverse() : swatches.areas[shape.pair];
    const both = `${colors[0].text} and ${colors[1].text}`, size = ({ width, height }) => `${count(width)} x ${count(height)}`;
    const words = shape
      ? `A shape ${size(shape)} at ${place(shape)} can no longer be seen on its ground: ${both} ${becomeWords(colors)}.`
      : `Around ${place(region.witness)} (${size(region)} pixels at ${place(region)}), ${both} can no longer be distinguished: they ${becomeWords(colors)}.`;
    return { marks: [["number", String(index + 1)], ...(shape ? [["letter", letter(shape.pair)]] : [])], colors, words: words.replace("they both", "both"), lost: region.loss, pixels: region.pixels };
  });
  // A pair that a shape and its ground are is not listed again.
  const named = new Set(steps.largest.map(({ shape }) => shape?.pair));
  const alike = areas.largest.flatMap((pair, index) => {
    if (named.has(index)) return [];
    const colors = swatches.areas[index];
    const [first, second] = [pair.first, pair.second].map(({ witness }, side) => `${colors[side].text} at ${place(witness)}`);
    return { marks: [["letter", letter(index)]], colors, words: `These two colours look the same in ${target}: ${first} and ${second} ${becomeWords(colors)}.`, lost: pair.before, pixels: Math.min(pair.first.pixels, pair.second.pixels) };
  });
  return [...vanishing, ...alike];
};

const lossTable = (row) => {
  const listed = losses(row), { steps, areas } = row.report, rest = steps.visible.regions - steps.largest.length + areas.pairs - areas.largest.length;
  if (!listed.length) return null;
  const caption = "The largest first, with the numbers and letters of the heat map."
    + (rest > 0 ? ` There ${rest === 1 ? "is 1" : `are ${count(rest)}`} more: gamut report --top ${Math.max(steps.visible.regions, areas.pairs)} lists all.` : "")
    + ` Codes are ${row.space}. On a screen with the colours of sRGB alone both colours of a pair look alike: that is the loss.`;
  return table("losses", caption, [["Mark"], ["In the file"], [`In ${row.target}`], ["What is lost"], ["Difference (DIN99o)", "n"], ["Pixels", "n"]],
    listed.map(({ marks, colors, words, lost, pixels }) => el("tr", {},
      el("td", {}, marks.map(([kind, text]) => [el("span", { class: kind }, text), " "])),
      el("td", {}, edge(...colors.map(({ p3, sRGB }) => swatch(p3, sRGB)))),
      el("td", {}, edge(...colors.map(({ p3After, sRGB }) => swatch(p3After, sRGB)))),
      el("th", { scope: "row" }, words),
      el("td", { class: "n" }, amount(lost)),
      el("td", { class: "n" }, count(pixels)))));
};

/** The findings with their advice and commands; each text once. */
const findingList = (row, first) => {
  const sorted = [...row.findings].sort((a, b) => (b === first) - (a === first));
  const seen = new Set();
  const once = (text, make) => {
    if (!text || seen.has(text)) return null;
    seen.add(text);
    return make(text);
  };
  return el("section", { class: "todo" }, el("h3", {}, "What to do"),
    el("ul", { class: "reasons" }, sorted.map((finding) => el("li", {}, badge(finding.level), " ", el("code", {}, finding.rule), " ",
      finding.message, " ", once(finding.advice, (text) => el("strong", {}, text)),
      (finding.commands ?? []).map((command) => once(command, commandLine))))),
    row.notes && [el("h3", {}, "Notes"), el("ul", {}, row.notes.map((note) => el("li", {}, note)))]);
};

/** Returns the details of a row; `first` is the finding to name first. */
const card = (row, first) => el("div", { class: "card-body" },
  row.facts && el("dl", { class: "facts" }, Object.entries(row.facts).map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value)))),
  row.pictures && lossViews(row),
  row.fault && el("p", { class: "hint fault" }, "There are no pictures: " + row.fault),
  row.report && !row.pictures && !row.fault && el("p", { class: "hint" }, "Only the 200 worst images have pictures."),
  row.report && row.swatches && lossTable(row),
  row.findings.length > 0 && findingList(row, first),
  row.report && figures(row),
  row.pictures && pictureViews(row),
  row.pictures && row.report.renditions && contactSheet(row),
  !row.report && !["unjudged", "set", "palette"].includes(row.verdict) && el("p", { class: "hint" }, "Only the worst images have details here: gamut report shows those of one file."));
