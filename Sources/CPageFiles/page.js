// The page: filter, groups of findings with the worst first, and cards that open on demand.

const data = JSON.parse(document.getElementById("data").textContent);
const main = document.getElementById("content");
const rules = new Map(data.rules.map((rule, index) => [rule.id, { ...rule, index }]));

// The filter acts on everything.

const noFilter = { text: "", severity: "", rule: "" };
let filter = noFilter;
const changeFilter = (change) => {
  filter = { ...filter, ...change };
  render();
};

const isChosen = (path) => path.toLowerCase().includes(filter.text.toLowerCase());
/** Returns the rows that the filter leaves, with their findings, of one severity or of all. */
const chosenRows = (severity) => data.rows.filter((row) => isChosen(row.path)).map((row) => ({ row,
  findings: row.findings.filter(({ rule, level }) => (!filter.rule || rule === filter.rule) && (!severity || level === severity)),
})).filter(({ findings }) => findings.length);
const chosenFine = (severity) => (filter.rule || severity ? [] : data.fine.filter(([path]) => isChosen(path)));

// Only what is open is in the document.

const step = 20;
/** A list that shows more of its items on demand. */
const growing = (kind, items, make, first = step) => {
  const holder = el("div", { class: kind });
  let shown = 0;
  const show = (number) => {
    const added = items.slice(shown, shown + number).map(make), left = items.length - shown - added.length;
    shown += added.length;
    more.textContent = `Show ${count(Math.min(step, left))} of ${count(left)} more`;
    more.remove();
    holder.append(...added, ...(left > 0 ? [more] : []));
    return added[0];
  };
  const more = el("button", { type: "button", class: "more", onclick: () => show(step).querySelector("summary")?.focus() });
  show(first);
  return holder;
};

/** Returns details whose contents are in the document while they are open. */
const onDemand = (kind, words, contents) => {
  const summary = el("summary", {}, words);
  const details = el("details", { class: kind }, summary);
  details.addEventListener("toggle", () => {
    while (details.lastChild !== summary) details.lastChild.remove();
    if (details.open) details.append(contents());
  });
  return details;
};

const item = ({ row, finding }) => onDemand("item", [
  row.pictures && el("img", { class: "thumb", src: row.pictures.whole.original, alt: "" }),
  el("span", { class: "words" }, el("span", { class: "path" }, breakable(row.path)), el("span", { class: "why" }, finding.message)),
], () => card(row, finding));

// Groups of findings

const groupsOf = (chosen) => {
  const groups = new Map();
  for (const { row, findings } of chosen) {
    for (const finding of findings) {
      const key = finding.level + " " + finding.rule;
      if (!groups.has(key)) groups.set(key, { level: finding.level, rule: rules.get(finding.rule), items: [], files: new Set() });
      groups.get(key).items.push({ row, finding });
      groups.get(key).files.add(row);
    }
  }
  return [...groups.values()].sort((a, b) => data.levels.indexOf(a.level) - data.levels.indexOf(b.level) || a.rule.index - b.rule.index);
};

/** The advice that all files of a group have, and the command for all files of the rule, if all are shown. */
const groupRemedy = ({ rule, items: [{ finding }, ...others] }) => {
  const isAdviceOfAll = others.every((other) => other.finding.advice === finding.advice);
  return [finding.advice && isAdviceOfAll && el("p", {}, finding.advice), !filter.text && rule.commands?.map(commandLine)];
};

/** "3 files", or "20 findings in 1 file": a palette can have several findings of a rule. */
const groupCount = ({ items, files }) => (items.length === files.size ? "" : `${count(items.length, "finding")} in `) + count(files.size, "file");

const groupSection = (group, number, groups) => {
  const id = unique();
  return el("section", { class: "group", "aria-labelledby": id },
    el("h2", { id }, badge(group.level), " ", group.rule.title, " ", el("span", { class: "count" }, groupCount(group))),
    el("details", { class: "explain" }, el("summary", {}, "What this means, and what to do"), el("p", {}, group.rule.explanation)),
    groupRemedy(group),
    growing("items", group.items, item, groups.length > 1 ? 3 : step));
};

// Tiles and controls

const verdicts = new Set([...data.rows.map((row) => row.verdict), ...data.fine.map(([, verdict]) => data.verdicts[verdict])]);
/** Sets of asset catalogs and palettes are files, and no images. */
const noun = verdicts.has("palette") && verdicts.size === 1 ? "palette" : verdicts.has("set") || verdicts.has("palette") ? "file" : "image";
const countOfFiles = data.rows.length + data.fine.length;

/** The numbers of what the filter leaves, by severity; a severity that is not chosen keeps its number, to be chosen. */
const tiles = () => {
  const findings = chosenRows().flatMap((row) => row.findings);
  const tile = (severity) => {
    const own = findings.filter(({ level }) => level === severity), isFailure = severity === "not-processed";
    if (isFailure && !own.length) return null;
    const names = [...new Set(own.map(({ rule }) => rule))].sort((a, b) => rules.get(a).index - rules.get(b).index);
    const parts = names.map((name) => `${name} ${count(own.filter(({ rule }) => rule === name).length)}`);
    return el("li", {}, el("button", { type: "button", class: "tile " + severity, "data-severity": severity, "aria-pressed": String(filter.severity === severity), disabled: !own.length,
      onclick: () => changeFilter({ severity: filter.severity === severity ? "" : severity, rule: "" }) },
    el("span", { class: "count" }, count(own.length)), " ",
    el("span", { class: "what" }, isFailure ? "not processed" : own.length === 1 ? severity : severity + "s"), " ",
    el("span", { class: "why" }, isFailure ? "files that could not be read" : parts.slice(0, 3).join(", ") + (parts.length > 3 ? ", …" : ""))));
  };
  const fine = chosenFine().length;
  return el("ul", { class: "tiles", "aria-label": "Findings by severity" }, data.levels.map(tile),
    el("li", {}, el("p", { class: "tile fine" }, el("span", { class: "count" }, count(fine)), " ",
      el("span", { class: "what" }, `${fine === 1 ? noun : noun + "s"} without a finding`), " ",
      el("span", { class: "why" }, `of ${count(countOfFiles)}`))));
};

const filterCount = el("p", { id: "filter-count", role: "status" });
const controls = () => {
  const ids = new Set(data.rows.flatMap((row) => row.findings.map(({ rule }) => rule)));
  return el("form", { class: "filter", role: "search", "aria-label": "Filter", onsubmit: (event) => event.preventDefault() },
    el("label", {}, "Path ", el("input", { type: "search", name: "text", autocomplete: "off", spellcheck: "false", oninput: (event) => changeFilter({ text: event.target.value.trim() }) })),
    el("label", {}, "Rule ", el("select", { name: "rule", onchange: (event) => changeFilter({ rule: event.target.value }) }, el("option", { value: "" }, "all"),
      data.rules.filter(({ id }) => ids.has(id)).map(({ id }) => el("option", { value: id }, id)))),
    el("button", { type: "button", class: "clear", onclick: () => changeFilter(noFilter) }, "Clear"),
    filterCount);
};

const overview = el("div", {}), findings = el("div", { id: "findings" });
let form = null;
const render = () => {
  for (const control of form.elements) if (control.name && control.value.trim() !== filter[control.name]) control.value = filter[control.name];
  const pressed = document.activeElement?.dataset?.severity;
  overview.replaceChildren(tiles());
  if (pressed) overview.querySelector(`[data-severity=${pressed}]`)?.focus();
  const chosen = chosenRows(filter.severity), fine = chosenFine(filter.severity), shown = chosen.length + fine.length;
  filterCount.textContent = shown === countOfFiles ? count(countOfFiles, noun) : `${count(shown)} of ${count(countOfFiles, noun)}`;
  findings.replaceChildren(...groupsOf(chosen).map(groupSection),
    ...(fine.length ? [onDemand("without", `${count(fine.length, noun)} without a finding`,
      () => growing("names", fine, ([path, verdict]) => el("p", {}, breakable(path), " ", el("span", { class: "why" }, data.verdicts[verdict]))))] : []),
    ...(shown ? [] : [el("p", { class: "none" }, `No ${noun} matches.`)]));
};

const reading = noun === "palette" ? [] : [
  ["Clipped", "The pixel’s colour is outside the destination; the display shows the nearest colour that it has."],
  ["Difference", "How far two colours are from each other in DIN99o, a measure of what people see."],
  ["Shift", "The difference between a clipped colour and what becomes of it."],
  ["Lost", "Pixels at an edge or along a gradient that vanishes, and those of the rarer of two colours that look the same."],
];
if (reading.length) document.querySelector("footer").prepend(el("h2", {}, "How to read this"),
  el("dl", {}, reading.map(([term, meaning]) => [el("dt", {}, term), el("dd", {}, meaning)])));

document.getElementById("plain").remove();
if (countOfFiles === 1 && data.rows.length === 1) {
  const [row] = data.rows;
  main.append(el("article", { class: "alone " + row.verdict, "aria-labelledby": "alone" },
    el("h2", { id: "alone" }, breakable(row.path), " ", badge(row.verdict)), card(row)));
} else if (countOfFiles > 0) {
  form = controls();
  main.append(overview, form, findings);
  render();
}
