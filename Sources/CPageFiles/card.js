// The details of one image.

const figures = ({ report }) => {
  const { pixels, shift, lost, collapse, flattened } = report;
  const { visible } = collapse;
  const list = [
    ["Lost", share(lost.pixels, pixels.analyzed), lost.pixels === 0 ? "no detail is lost" : `${count(lost.pixels)} of ${count(pixels.analyzed, "pixel")}, at least`],
    ["Clipped", share(pixels.clipped, pixels.analyzed), pixels.clipped === 0 ? `of ${count(pixels.analyzed, "pixel")}` : `${count(pixels.clipped)} of ${count(pixels.analyzed, "pixel")}, ${count(report.colors.clipped, "colour")}`],
    ["Flat colours lost", visible.groups === 0 ? "0" : `${count(visible.colors)} → ${count(visible.groups)}`, visible.groups === 0 ? "flat colours stay apart" : `colours, in ${share(visible.pixels, pixels.analyzed)} of the pixels`],
    ["Shapes lost", count(flattened.visible.regions), flattened.visible.regions === 0 ? (flattened.pixels > 0 ? "only spots too small to see" : "shapes and gradients can still be seen") : `${count(flattened.visible.pixels, "pixel")} (${share(flattened.visible.pixels, pixels.analyzed)})`],
    ["Largest shift", difference(shift.maximum), pixels.clipped === 0 ? "nothing moves" : `ΔE in OKLab; ${difference(shift.mean)} on average, ${brief(report.jnd)} is just visible`],
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

/** What a list leaves out, and how to get it. */
const unlisted = (rest, noun, all) => (rest > 0 ? `; ${count(rest, "more " + noun)}: gamut report --top ${all} lists all` : "");

const groupTable = (row) => {
  const groups = visibleGroups(row);
  if (!groups.length) return null;
  const { visible } = row.report.collapse;
  const rest = visible.groups - groups.length;
  const caption = `${count(visible.colors)} colours become ${count(visible.groups)}, the largest difference between flat colours first`
    + unlisted(rest, "merge", visible.groups)
    + `. Codes are ${row.space}; difference is ΔE in OKLab, and ΔE2000. On a screen with the colours of sRGB alone the two sides of an edge look alike: that is the loss.`;
  return el("section", {}, el("h3", {}, "Flat colours that become one"),
    table("merges", caption, [["Mark"], ["These colours"], ["become"], ["Difference lost", "n"], ["Pixels", "n"], ["Compare x, y"]],
      groups.map((group, index) => {
        const { members, p3, sRGB } = row.swatches[index];
        const colors = members.map(([, color]) => () => swatch(color, sRGB));
        return el("tr", {},
          el("th", { scope: "row" }, el("span", { class: "letter" }, letter(index))),
          el("td", {}, colors.length > 1 && edge(colors[0](), colors[1]()),
            el("ul", { class: "swatches" }, members.map(([code], place) => el("li", {}, colors[place](), el("code", {}, code), " ",
              el("span", { class: "why" }, count(group.members[place].pixels, "pixel")))),
            group.colors > members.length && el("li", { class: "why" }, `and ${count(group.colors - members.length)} more`))),
          el("td", { class: "to" }, swatch(p3, sRGB), el("code", {}, group.destination.hex)),
          el("td", { class: "n" }, difference(group.spread), group.deltaE2000 !== null && el("span", { class: "why" }, `ΔE2000 ${group.deltaE2000.toFixed(1)}`)),
          el("td", { class: "n" }, count(group.pixels)),
          el("td", { class: "where" }, (group.witnesses ?? []).map((witness) => el("span", { class: "place" }, place(witness)))));
      })));
};

const regionTable = (row) => {
  const { regions, visible } = row.report.flattened;
  if (!regions.length) return null;
  const rest = visible.regions - regions.length;
  const caption = `${count(visible.regions, "area")}, the largest first; the numbers are those in the pictures. Compare: the two pixels that differ most, and get one colour`
    + unlisted(rest, "area", visible.regions) + ".";
  return el("section", {}, el("h3", {}, "Shapes and gradients that vanish"),
    table("regions", caption, [["Outline"], ["At x, y"], ["Size"], ["Pixels", "n"], ["Difference lost", "n"], ["Compare x, y"]],
      regions.map((region, index) => el("tr", {},
        el("th", { scope: "row" }, el("span", { class: "number" }, String(index + 1))),
        el("td", { class: "where" }, place(region)),
        el("td", { class: "where" }, `${count(region.width)} × ${count(region.height)}`),
        el("td", { class: "n" }, count(region.pixels)),
        el("td", { class: "n" }, difference(region.loss)),
        el("td", { class: "where" }, region.witnesses.map((witness) => el("span", { class: "place" }, place(witness))))))));
};

const charts = (row) => {
  const { report, pictures, target } = row;
  if (!pictures || report.pixels.clipped === 0) return null;
  const bar = (pixels) => el("span", { class: "bar" }, el("span", { class: "value", style: { width: `${(100 * pixels) / Math.max(report.pixels.analyzed, 1)}%` } }));
  const words = `${count(report.pixels.clipped, "pixel")} shift by ${difference(report.shift.mean)} on average and ${difference(report.shift.maximum)} at most; 95% by no more than ${difference(report.shift.p95)}. Each bar is ${brief(report.jnd / 4)} wide.`;
  const name = unique();
  let diagrams = null;
  if (pictures.chromaticities) {
    const description = "Each dot is a group of similar colours; one size up means ten times more pixels." + (pictures.dark > 0 ? ` ${count(pictures.dark, "pixel")} too dark to have a place.` : "");
    const choice = (kind, text, isChosen) => {
      const id = unique();
      return [el("input", { type: "radio", name, id, checked: isChosen, value: kind }), el("label", { for: id }, text)];
    };
    diagrams = el("section", {}, el("h3", {}, "Colours by chromaticity"),
      el("fieldset", { class: "diagram" }, el("legend", {}, "Diagram"), choice("uv", "u′v′ (CIE 1976)", true), choice("xy", "xy (CIE 1931)", false),
        chromaticityDiagram(true, pictures.chromaticities.bins, description), chromaticityDiagram(false, pictures.chromaticities.bins, description)),
      el("p", { class: "hint" }, `Disc: inside ${target}; diamond: clipped. ${description}`));
  }
  return el("div", { class: "charts" },
    el("section", {}, el("h3", {}, "Clipped by channel"),
      table("channels", `Pixels with a channel below or above the range of ${target}; one pixel may count in several`, [["Channel"], ["Below 0", "n"], ["Above the maximum", "n"]],
        ["red", "green", "blue"].map((channel) => el("tr", {}, el("th", { scope: "row" }, channel[0].toUpperCase() + channel.slice(1)),
          ["below", "above"].map((side) => el("td", { class: "n" }, count(report.channels[channel][side]), bar(report.channels[channel][side]))))))),
    el("section", {}, el("h3", {}, "Shift of the clipped pixels"), el("figure", {}, shiftHistogram(pictures.histogram, report.jnd, words), el("figcaption", {}, words))),
    diagrams);
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
    row.paths.length > 1 && row.findings.some((finding) => finding.commands)
      && el("p", { class: "hint" }, "The commands name ", breakable(row.paths[0]), "; the identical files need their own."),
    row.web && el("details", {}, el("summary", {}, "Lines for a web page"), el("p", {}, row.web.words), commandLine(row.web.lines)),
    row.notes && [el("h3", {}, "Notes"), el("ul", {}, row.notes.map((note) => el("li", {}, note)))]);
};

/** The row of a file; nil if it has no finding. */
const rowOfPath = (path) => {
  rowsByPath ??= new Map(data.rows.flatMap((row) => row.paths.map((name) => [name, row])));
  return rowsByPath.get(path);
};
let rowsByPath = null;

/** What a slot of a set has: a swatch, or the picture of the image, if the page has it. */
const slotContent = (slot, folder) => {
  if (slot.color) {
    const element = el("span", { class: "swatch", style: { background: slot.color.hex } });
    element.style.background = slot.color.css;
    return [element, " ", el("code", {}, slot.color.words), el("span", { class: "why" }, ` sRGB ${slot.color.hex}`)];
  }
  if (slot.system) return el("code", {}, slot.system);
  if (!slot.file) return el("span", { class: "why" }, "empty");
  const image = rowOfPath(`${folder}/${slot.file}`);
  return [image && thumbnail(image), " ", el("code", {}, breakable(slot.file))];
};

/** The slots of a set: a line for each device and scale, a column for each gamut and appearance. */
const slotTable = ({ slots, paths }) => {
  const columns = [...new Set(slots.map((slot) => slot.column))], lines = [...new Set(slots.map((slot) => slot.line))];
  const folder = folderOf(paths[0]);
  return el("section", {}, el("h3", {}, "Slots"),
    table("slots", "A line for each device and scale, a column for each gamut and appearance", [["For"], ...columns.map((name) => [name || "any"])],
      lines.map((line) => el("tr", {}, el("th", { scope: "row" }, line),
        columns.map((column) => el("td", {}, slots.filter((slot) => slot.line === line && slot.column === column)
          .map((slot) => el("div", { class: "slot" }, slotContent(slot, folder)))))))));
};

const reasonsForNoPictures = {
  none: "Made without pictures (--pictures none).",
  worst: "Only the worst images have pictures (--pictures all).",
  all: "There is no memory for more pictures (--memory).",
};

/** Returns the details of a row; `first` is the finding to name first. */
const card = (row, first) => el("div", { class: "card-body" },
  row.facts && el("dl", { class: "facts" }, Object.entries(row.facts).map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value)))),
  row.findings.length > 0 && findingList(row, first),
  row.slots && slotTable(row),
  row.kind === "palette" && paletteViews(row),
  row.report && figures(row),
  row.pictures && pictureViews(row),
  row.fault && el("p", { class: "hint fault" }, "There are no pictures: " + row.fault),
  row.report && !row.pictures && !row.fault && el("p", { class: "hint" }, reasonsForNoPictures[data.pictures]),
  row.report && row.swatches && groupTable(row),
  row.report && regionTable(row),
  row.report && charts(row),
  !row.report && !["not-processed", "unjudged", "set", "palette"].includes(row.kind) && el("p", { class: "hint" }, "Only the worst images have details here: gamut report shows those of one file."),
  row.paths.length > 1 && onDemand("copies", [`${count(row.paths.length, "file")} with the same contents`],
    () => growing("names", row.paths, (path) => el("p", {}, breakable(path)))));
