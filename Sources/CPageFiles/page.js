// The page: filter, rules, groups of findings with the worst first, and cards that open on demand.

const data = JSON.parse(document.getElementById("data").textContent);
const main = document.getElementById("content");

/** The pictures that stand in the document for readers without script, by the index of their row and their name. */
const plainPictures = new Map([...main.querySelectorAll("img[data-picture]")].map((image) => [image.dataset.picture, image.src.split(",")[1]]));

const rules = new Map(data.rules.map((rule, index) => [rule.id, { ...rule, index }]));
const folderOf = (path) => path.split("/").slice(0, -1).join("/") || ".";
data.rows.forEach((row, index) => {
  row.index = index;
  row.text = row.paths.join("\n").toLowerCase();
});

// The filter, which is in the address, and acts on everything.

const noFilter = { text: "", severity: "", rule: "", verdict: "", folder: "" };
const filterInAddress = () => {
  const given = new URLSearchParams(location.hash.slice(1));
  return Object.fromEntries(Object.keys(noFilter).map((key) => [key, given.get(key) ?? ""]));
};
let filter = filterInAddress();
const changeAddress = () => {
  const given = Object.entries(filter).filter(([, value]) => value);
  history.replaceState(null, "", given.length ? "#" + new URLSearchParams(given) : location.pathname + location.search);
};
let typing;
/** Browsers limit how often the address may change, so while someone types it changes at the end. */
const changeFilter = (change, isTyped = false) => {
  filter = { ...filter, ...change };
  clearTimeout(typing);
  if (isTyped) typing = setTimeout(changeAddress, 300);
  else changeAddress();
  render();
};

const isInFolder = (path) => folderOf(path) === filter.folder || path.startsWith(filter.folder + "/");
const chosenPaths = (row) => {
  if (filter.verdict && row.kind !== filter.verdict) return [];
  if (!filter.folder && !filter.text) return row.paths;
  const text = filter.text.toLowerCase();
  if (!row.text.includes(text)) return [];
  return row.paths.filter((path) => (!filter.folder || isInFolder(path)) && path.toLowerCase().includes(text));
};
/** Returns the rows that the filter leaves, with their files and findings, of one severity or of all. */
const chosenRows = (severity) => data.rows.map((row) => ({ row, paths: chosenPaths(row),
  findings: row.findings.filter(({ rule, level }) => (!filter.rule || rule === filter.rule) && (!severity || level === severity)),
})).filter(({ paths, findings }) => paths.length && findings.length);
const isChosenFine = ([path, kind], severity) => !filter.rule && !severity && (!filter.verdict || data.kinds[kind] === filter.verdict)
  && (!filter.folder || isInFolder(path)) && path.toLowerCase().includes(filter.text.toLowerCase());

// Lists that grow on demand: only what is open is in the document.

const [step, mostShown] = [20, 100];
/** The shown ranges of lists by their names: a filter does not shorten them. */
const ranges = new Map();
/** A list that shows more of its items on demand, and then no longer the first of them. */
const growing = (kind, items, make, first = step, name = undefined) => {
  const holder = el("div", { class: kind });
  const more = (left, words, onclick) => left > 0 && el("button", { type: "button", class: "more", onclick }, `Show ${count(Math.min(step, left))} of ${count(left)} ${words}`);
  const show = (start, end, focused) => {
    if (name && focused !== undefined) ranges.set(name, [start, end]);
    const shown = items.slice(start, end).map(make);
    const [before, after] = [Math.max(0, start - step), Math.min(items.length, end + step)];
    holder.replaceChildren(...[
      more(start, "before", () => show(before, Math.min(end, before + mostShown), before)),
      ...shown,
      more(items.length - end, "more", () => show(Math.max(start, after - mostShown), after, end)),
    ].filter(Boolean));
    shown[focused - start]?.querySelector("summary")?.focus();
  };
  const [start, end] = ranges.get(name) ?? [0, 0];
  show(start < items.length ? start : 0, Math.min(items.length, Math.max(first, end)));
  return holder;
};

const thumbnail = (row) => row.pictures && el("img", { class: "thumb", src: source(viewsOf(row).whole.original), alt: "" });

/** The open cards by their finding: a filter leaves them open. */
const openItems = new Map();

const item = ({ row, paths, finding }) => {
  const words = [
    thumbnail(row),
    el("span", { class: "words" },
      el("span", { class: "path" }, breakable(paths[0])),
      paths.length > 1 && el("span", { class: "copies" }, ` and ${count(paths.length - 1)} more with the same contents`),
      el("span", { class: "why" }, finding.message))];
  const known = openItems.get(finding);
  if (known) {
    known.firstChild.replaceChildren(...words.filter(Boolean));
    return known;
  }
  const summary = el("summary", {}, words);
  const details = el("details", { class: "item" }, summary);
  details.addEventListener("toggle", () => {
    if (!details.open) {
      openItems.delete(finding);
      details.replaceChildren(summary);
    } else if (!openItems.has(finding)) {
      openItems.set(finding, details);
      details.append(card(row, finding));
    }
  });
  return details;
};

// Groups of findings

const groupsOf = (chosen) => {
  const groups = new Map();
  for (const { row, paths, findings } of chosen) {
    for (const finding of findings) {
      const key = finding.level + " " + finding.rule;
      if (!groups.has(key)) groups.set(key, { level: finding.level, rule: rules.get(finding.rule), items: [], files: 0, findings: 0 });
      const group = groups.get(key);
      // A palette can have several findings of a rule.
      if (group.items.at(-1)?.row !== row) group.files += paths.length;
      group.items.push({ row, paths, finding });
      group.findings += paths.length;
    }
  }
  return [...groups.values()].sort((a, b) => data.levels.indexOf(a.level) - data.levels.indexOf(b.level) || a.rule.index - b.rule.index);
};

/** How many files have a finding of each rule, whatever the filter. */
const filesOfRules = new Map();
for (const row of data.rows) for (const rule of new Set(row.findings.map((finding) => finding.rule))) filesOfRules.set(rule, (filesOfRules.get(rule) ?? 0) + row.paths.length);

const groupId = (group) => `${group.level}-${group.rule.id}`;

/** The advice that all files of a group have, and the commands for all of them. */
const groupRemedy = ({ rule, items, files }) => {
  const [{ finding }] = items;
  const advice = finding.advice && items.every((item) => item.finding.advice === finding.advice) && el("p", {}, finding.advice);
  const fixable = items.filter((item) => item.finding.commands);
  if (!fixable.length) return advice;
  // A command of a file names that one, so those of its copies are not known.
  const hasCopies = fixable.some(({ row }) => row.paths.length > 1), all = filesOfRules.get(rule.id);
  if (rule.commands && (files === all || hasCopies)) return [advice, rule.commands.map(commandLine),
    files < all && el("p", { class: "hint" }, `This is for all ${count(all, "file")} of the rule, also those that are not shown here.`)];
  if (hasCopies) return [advice, el("p", { class: "hint" }, "Open a file for its command.")];
  const lists = fixable[0].finding.commands.map((_, i) => fixable.flatMap((item) => item.finding.commands[i] ?? []));
  return [advice, lists.map(commandLines)];
};

/** The groups whose explanations are open. */
const explained = new Set();
const explanation = (group) => el("details", { class: "explain", open: explained.has(groupId(group)),
  ontoggle: (event) => (event.target.open ? explained.add(groupId(group)) : explained.delete(groupId(group))) },
el("summary", {}, "What this means, and what to do"), el("p", {}, group.rule.explanation));

/** "3 files", or "20 findings in 1 file". */
const groupCount = ({ findings, files }) => (findings === files ? "" : `${count(findings, "finding")} in `) + count(files, "file");

const groupSection = (group, number, groups) => el("section", { class: "group " + group.level, "aria-labelledby": groupId(group) },
  el("h2", { id: groupId(group), tabindex: -1 }, badge(group.level), " ", group.rule.title, " ", el("span", { class: "count" }, groupCount(group))),
  explanation(group),
  groupRemedy(group),
  growing("items", group.items, item, groups.length > 1 ? 3 : step, groupId(group)));

const ruleTable = (groups) => groups.length > 1 && table("rules", "Findings by rule, the worst first", [["Severity"], ["Rule"], ["Files", "n"]],
  groups.map((group) => el("tr", {}, el("td", {}, badge(group.level)),
    el("th", { scope: "row" }, el("a", { href: "#", onclick: (event) => {
      event.preventDefault();
      document.getElementById(groupId(group)).scrollIntoView();
      document.getElementById(groupId(group)).focus({ preventScroll: true });
    } }, el("code", {}, group.rule.id))),
    el("td", { class: "n" }, count(group.files)))));

// Tiles and controls

const kinds = new Set([...data.rows.map((row) => row.kind), ...data.fine.map(([, kind]) => data.kinds[kind])]);
/** Sets of asset catalogs and palettes are files, and no images. */
const noun = kinds.has("palette") && kinds.size === 1 ? "palette" : kinds.has("set") || kinds.has("palette") ? "file" : "image";

const countOfFiles = data.rows.reduce((sum, row) => sum + row.paths.length, 0) + data.fine.length;
/** The numbers of what the filter leaves, by severity; a severity that is not chosen keeps its number, to be chosen. */
const tiles = () => {
  const totals = new Map();
  for (const row of chosenRows()) for (const { level, rule } of row.findings) {
    if (!totals.has(level)) totals.set(level, new Map());
    const byRule = totals.get(level);
    byRule.set(rule, (byRule.get(rule) ?? 0) + row.paths.length);
  }
  const fine = data.fine.filter((image) => isChosenFine(image)).length;
  const tile = (severity, value, noun, details) => (severity !== "not-processed" || value > 0) && el("li", {},
    el("button", { type: "button", class: "tile " + severity, "data-severity": severity, "aria-pressed": String(filter.severity === severity), disabled: value === 0,
      onclick: () => changeFilter({ severity: filter.severity === severity ? "" : severity, rule: "" }) },
    el("span", { class: "count" }, count(value)), " ", el("span", { class: "what" }, severity === "not-processed" ? "not processed" : value === 1 ? noun : noun + "s"), " ", el("span", { class: "why" }, details)));
  const sum = (byRule) => [...byRule.values()].reduce((total, value) => total + value, 0);
  return el("ul", { class: "tiles", "aria-label": "Findings by severity" },
    data.levels.map((severity) => {
      const byRule = totals.get(severity) ?? new Map();
      const parts = [...byRule].sort((a, b) => rules.get(a[0]).index - rules.get(b[0]).index).map(([rule, value]) => `${rule} ${count(value)}`);
      return tile(severity, sum(byRule), severity, severity === "not-processed" ? "files that could not be read" : parts.slice(0, 3).join(", ") + (parts.length > 3 ? ", …" : ""));
    }),
    el("li", {}, el("p", { class: "tile fine" }, el("span", { class: "count" }, count(fine)), " ",
      el("span", { class: "what" }, `${fine === 1 ? noun : noun + "s"} without a finding`), " ",
      el("span", { class: "why" }, `of ${count(countOfFiles)}`))));
};

const choice = (name, label, values) => el("label", {}, label, " ",
  el("select", { name, onchange: (event) => changeFilter({ [name]: event.target.value }) }, el("option", { value: "" }, "all"), values.map((value) => el("option", { value }, value))));

const filterCount = el("p", { id: "filter-count", role: "status" });
const controls = () => {
  const folders = new Map();
  const add = (path) => folders.set(folderOf(path), (folders.get(folderOf(path)) ?? 0) + 1);
  for (const row of data.rows) row.paths.forEach(add);
  for (const [path] of data.fine) add(path);
  // Of many folders those with the most images; the filter by path finds the others.
  const commonest = [...folders].sort((a, b) => b[1] - a[1]).slice(0, 200).map(([name]) => name).sort();
  const used = new Set(data.rows.flatMap((row) => row.findings.map((finding) => finding.rule)));
  return el("form", { class: "filter", role: "search", "aria-label": "Filter", onsubmit: (event) => event.preventDefault() },
    el("label", {}, "Path ", el("input", { type: "search", name: "text", autocomplete: "off", spellcheck: "false", oninput: (event) => changeFilter({ text: event.target.value.trim() }, true) })),
    choice("severity", "Severity", data.levels.filter((severity) => data.rows.some((row) => row.findings.some((finding) => finding.level === severity)))),
    choice("rule", "Rule", data.rules.map((rule) => rule.id).filter((id) => used.has(id))),
    choice("verdict", "Verdict", data.kinds.filter((kind) => kinds.has(kind))),
    choice("folder", "Folder", commonest),
    el("button", { type: "button", class: "clear", onclick: () => changeFilter(noFilter) }, "Clear"),
    filterCount);
};

/** The files without a finding: one line, and their names on demand. */
const fineList = (fine) => {
  if (!fine.length) return null;
  return onDemand("without", [`${count(fine.length, noun)} without a finding`],
    () => growing("names", fine, ([path, kind]) => el("p", {}, breakable(path), " ", el("span", { class: "why" }, data.kinds[kind]))));
};

const findings = el("div", { id: "findings", tabindex: -1 });
const overviewOfSeverities = el("div", {});
let form = null;
const render = () => {
  for (const control of form.elements) {
    const value = filter[control.name];
    if (value === undefined || control.value === value && control.selectedIndex !== -1) continue;
    // The address may choose what is not listed.
    if (control.options && ![...control.options].some((option) => option.value === value)) control.append(new Option(value));
    control.value = value;
  }
  const pressed = document.activeElement?.dataset?.severity;
  overviewOfSeverities.replaceChildren(tiles());
  if (pressed) overviewOfSeverities.querySelector(`[data-severity=${pressed}]`)?.focus();
  const chosen = chosenRows(filter.severity);
  const fine = data.fine.filter((image) => isChosenFine(image, filter.severity));
  const shown = chosen.reduce((sum, { paths }) => sum + paths.length, 0) + fine.length;
  filterCount.textContent = shown === countOfFiles ? count(countOfFiles, noun) : `${count(shown)} of ${count(countOfFiles, noun)}`;
  const groups = groupsOf(chosen);
  const overview = ruleTable(groups);
  findings.classList.toggle("wide", Boolean(overview));
  findings.replaceChildren(...[el("div", { class: "groups" }, groups.map(groupSection), fineList(fine),
    shown === 0 && el("p", { class: "none" }, `No ${noun} matches.`)), overview].filter(Boolean));
};

// One key toggles between original and result, in the card with the focus.
document.addEventListener("keydown", (event) => {
  if (event.key?.toLowerCase() !== "b" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input[type=search], select")) return;
  (document.activeElement?.closest(".item, .alone") ?? document.querySelector(".alone"))?.querySelector(".pictures")?.dispatchEvent(new Event("toggle-original"));
});

// Printed, every image with pictures and every palette has a page of its own.
const printed = el("div", { id: "printed" });
const isAlone = countOfFiles === 1 && data.rows.length === 1;
addEventListener("beforeprint", () => {
  if (isAlone) return;
  printed.replaceChildren(...chosenRows(filter.severity).filter(({ row }) => row.pictures || row.kind === "palette")
    .map(({ row, paths, findings: [first] }) => el("section", { class: "printed-card" }, el("h2", {}, breakable(paths[0])), card(row, first))));
  main.append(printed);
});
addEventListener("afterprint", () => printed.remove());

const imageReading = [
  ["Clipped", "The pixel’s colour is outside the destination; the display shows the nearest colour that it has."],
  ["Difference", "How far two colours are from each other in DIN99o, a measure of what people see."],
  ["Shift", "The difference between a clipped colour and what becomes of it."],
  ["Lost", "Pixels at an edge or along a gradient that vanishes, and those of the rarer of two colours that look the same."],
];
const reading = [...(noun === "palette" ? [] : imageReading), ...(kinds.has("palette") ? paletteReading : [])];
document.querySelector("footer").prepend(el("h2", {}, "How to read this"),
  el("dl", {}, reading.map(([term, meaning]) => [el("dt", {}, term), el("dd", {}, meaning)])));
if (data.policy) document.querySelector("footer").append(el("details", {}, el("summary", {}, "The policy in force"), el("pre", { tabindex: 0 }, JSON.stringify(data.policy, null, 2))));

document.documentElement.classList.add("scripted");
document.getElementById("plain").remove();
if (isAlone) {
  const [row] = data.rows;
  main.append(el("article", { class: "alone " + row.kind, "aria-labelledby": "alone" },
    el("h2", { id: "alone" }, breakable(row.paths[0]), " ", el("span", { class: "badge " + row.kind }, row.kind)), card(row)));
} else if (countOfFiles > 0) {
  form = controls();
  // In a narrow window the findings come first.
  const isOpen = innerWidth > 600 || Object.values(filter).some(Boolean);
  main.append(overviewOfSeverities, el("details", { class: "filter-box", open: isOpen }, el("summary", {}, "Filter"), form), findings);
  render();
  const skip = document.querySelector(".skip");
  // The address holds the filter.
  skip.addEventListener("click", (event) => {
    event.preventDefault();
    findings.focus();
  });
  addEventListener("hashchange", () => {
    filter = filterInAddress();
    render();
  });
}
