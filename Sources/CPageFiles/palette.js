// The colours of a palette as each eye sees them, and their pairs. Only pages with a palette have this.

/** The eyes, and the words that follow a difference. */
const eyes = [
  ["Full colour vision", "with full colour vision"], ["sRGB", "in sRGB"], ["Protanopia", "with protanopia"],
  ["Deuteranopia", "with deuteranopia"], ["Tritanopia", "with tritanopia"],
];

/** Differences in DIN99o: of equal colours, of those that touch and are hardly seen to differ, and of merging ones before and after. */
const [equality, noticeable, seenApart, remaining, mostCompared] = [0.12, 1.75, 2.5, 1.25, 40];
/** The limits of the findings, which the policy may change. */
const limits = () => ({ distinct: 10, confusable: 5, doubtful: 7.5, ...data.policy?.vision });

/** What is wrong with two colours for an eye: a sign and words; nothing if they stay apart. */
const pairFault = (full, seen, eye, isWide, { distinct, confusable, doubtful }) => {
  if (eye === 0) return full < equality ? ["=", "equal"] : full < noticeable ? ["≈", "nearly equal"] : undefined;
  if (eye === 1) return isWide && full >= seenApart && seen <= remaining ? ["=", "merging"] : undefined;
  if (full < distinct) return undefined;
  return seen < confusable ? ["=", "confused"] : seen < doubtful ? ["≈", "hard to tell apart"] : undefined;
};

/** What the signs mean for an eye. */
const pairWords = (eye) => {
  const { distinct, confusable, doubtful } = limits();
  if (eye === 0) return `= equal; ≈ nearly equal: the difference is below ${noticeable} (DIN99o), hardly visible.`;
  if (eye === 1) return `= merging: the difference is ${seenApart} or more (DIN99o), and at most ${remaining} on displays of sRGB.`;
  return `= confused: the difference is ${brief(distinct)} or more (DIN99o), and below ${brief(confusable)} ${eyes[eye][1]}; ≈ hard to tell apart: below ${brief(doubtful)}.`;
};

const labDistance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

const inUnit = (value) => `${value.toFixed(1)} (DIN99o)`;
const isOutside = ({ css }) => css.startsWith("color(");

/** The pairs of some colours for an eye, those of each row with the rows before it. */
const pairsOf = (colors, eye, given) => colors.map((first, row) => colors.slice(0, row).map((second) => {
  const [full, seen] = [0, eye].map((place) => labDistance(first.labs[place], second.labs[place]));
  const fault = areComparable(first, second) ? pairFault(full, seen, eye, isOutside(first) || isOutside(second), given) : undefined;
  const words = `${second.name} and ${first.name}: ${inUnit(full)}` + (eye ? `, ${eyes[eye][1]} ${inUnit(seen)}` : "") + (fault ? ", " + fault[1] : "");
  return { first, second, fault, words };
}));

/** Whether two colours are compared: if they are equally opaque, and not transparent. */
const areComparable = ({ alpha: first = 1 }, { alpha: second = 1 }) => first > 0 && Math.abs(first - second) < 0.5 / 255;

/** A colour as an eye sees it, over the ground; its own in CSS, and the nearest code of sRGB for browsers that do not know that. */
const seenSwatch = ({ css, codes, alpha }, eye) => {
  const element = el("span", { class: "swatch", style: { background: codes[Math.max(eye - 1, 0)] } });
  if (eye === 0 && alpha === undefined) element.style.background = css;
  return element;
};

/** The colours, a line for each and a column for each eye. */
const eyeTable = (colors) => {
  const rows = colors.map((color) => el("tr", {},
    el("th", { scope: "row" }, color.name, color.line && el("span", { class: "why" }, `line ${count(color.line)}`)),
    eyes.map((_, eye) => el("td", {}, seenSwatch(color, eye), el("code", {}, eye === 0 ? color.css : color.codes[eye - 1])))));
  const element = table("eyes", "Each colour, the nearest that displays of sRGB show, and both as people with a deficiency see them",
    [["Name"], ["Colour"], ["In sRGB"], ["Protanopia"], ["Deuteranopia"], ["Tritanopia"]], rows);
  element.classList.toggle("tall", rows.length > 16);
  return element;
};

/** The names without the words that all begin with, and of a long one the end. */
const shortNames = (names) => {
  let start = names[0];
  for (const name of names) while (!name.startsWith(start)) start = start.slice(0, -1);
  start = start.replace(/[^-./_ ]+$/, "");
  return names.map((name) => name.slice(start.length) || name).map((name) => (name.length > 24 ? "…" + name.slice(-22) : name));
};

/** A cell for each pair: both colours as the eye sees them, and a sign if something is wrong. */
const pairTable = (colors, pairs, eye) => {
  const names = shortNames(colors.map(({ name }) => name));
  const heading = (place, scope) => el("th", { scope, title: colors[place].name }, el("span", { class: "name" }, names[place]), seenSwatch(colors[place], eye));
  return el("table", { class: "pairs" + (colors.length > 16 ? " dense" : "") },
    el("caption", { class: "unseen" }, `Pairs of colours, ${eyes[eye][1]}`),
    el("thead", {}, el("tr", {}, el("td"), colors.slice(0, -1).map((_, place) => heading(place, "col")))),
    el("tbody", {}, pairs.slice(1).map((cells, row) => el("tr", {}, heading(row + 1, "row"),
      cells.map(({ first, second, fault, words }) => el("td", { class: fault && "fault", title: words },
        edge(seenSwatch(second, eye), seenSwatch(first, eye)),
        fault && [el("span", { class: "sign" + (fault[0] === "=" ? " same" : ""), "aria-hidden": "true" }, fault[0]), el("span", { class: "unseen" }, words)]))))));
};

/** "3 of 66 pairs: 2 confused, 1 hard to tell apart." */
const pairCount = (pairs) => {
  const all = pairs.flat(), faults = all.flatMap(({ fault }) => (fault ? [fault[1]] : []));
  if (!faults.length) return all.length === 1 ? "The pair stays apart." : `All ${count(all.length, "pair")} stay apart.`;
  const kinds = [...new Set(faults)].sort().map((kind) => `${count(faults.filter((name) => name === kind).length)} ${kind}`);
  return `${count(faults.length)} of ${count(all.length, "pair")}: ${kinds.join(", ")}.`;
};

/** The matrix of pairs with a choice of the eye, at first of the one with the most faults. */
const pairViews = (swatches) => {
  const colors = swatches.slice(0, mostCompared), pairs = eyes.map((_, eye) => pairsOf(colors, eye, limits()));
  const faults = pairs.map((rows) => rows.flat().filter(({ fault }) => fault).length);
  const name = unique(), start = faults.indexOf(Math.max(...faults));
  const matrix = el("div", { class: "scroll matrix", tabindex: 0, role: "region", "aria-label": "Pairs of colours" });
  const summary = el("p", { role: "status" }), meaning = el("p", { class: "hint" });
  const show = (eye) => {
    matrix.replaceChildren(pairTable(colors, pairs[eye], eye));
    summary.replaceChildren(el("strong", {}, eyes[eye][0]), " — " + pairCount(pairs[eye]));
    meaning.textContent = pairWords(eye);
  };
  const choice = ([words], eye) => {
    const id = unique();
    return el("span", {}, el("input", { type: "radio", name, id, value: eye, checked: eye === start, onchange: () => show(eye) }),
      el("label", { for: id }, words, " ", el("span", { class: "why" }, `(${count(faults[eye])})`)));
  };
  show(start);
  return el("section", {}, el("h3", {}, "Pairs"),
    swatches.length > mostCompared && el("p", { class: "hint" }, `The first ${mostCompared} colours; the findings are about all.`),
    el("fieldset", { class: "eye-choice" }, el("legend", {}, "Seen with"), eyes.map(choice)),
    summary, matrix, meaning);
};

/** What the colours of the eyes are. */
const visionWords = "The colours of protanopia, deuteranopia and tritanopia are simulations of vision without one kind of cones "
  + "(Brettel 1997); most deficiencies are milder.";

/** The colours of a context and their pairs. */
const contextViews = ({ name, swatches }, isOnly) => [
  el("section", {}, el("h3", {}, "Colours as each eye sees them" + (isOnly ? "" : `: ${name}`)), eyeTable(swatches)),
  swatches.length > 1 && pairViews(swatches)];

/** The colours of a palette and their pairs, with a choice of the context. */
const paletteViews = ({ contexts }) => {
  if (!contexts) return undefined;
  const [first, ...others] = contexts, views = el("div", { class: "context" }, contextViews(first, !others.length));
  const id = unique(), show = ({ target }) => {
    views.replaceChildren();
    create(views, {}, contextViews(contexts[target.value], false));
  };
  const options = contexts.map(({ name }, place) => el("option", { value: place }, name));
  return [others.length > 0 && el("p", { class: "context-choice" }, el("label", { for: id }, "Colours for"), " ", el("select", { id, onchange: show }, options)),
    views, el("p", { class: "hint" }, visionWords)];
};

/** How to read the words about palettes. */
const paletteReading = [
  ["Difference", "How far two colours are from each other in DIN99o."],
  ["Merging", "Two colours that differ, and become one on displays of sRGB."],
  ["Confused", "Two colours that differ clearly for full colour vision, and look alike for people with a colour vision deficiency."],
];
