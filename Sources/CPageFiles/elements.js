// Elements and words. Text from the data is only ever set as text, never as markup, and styles only as properties.

const create = (element, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, text] of Object.entries(value)) element.style.setProperty(key, text);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
};

/** Returns an element. Attributes whose names begin with "on" are listeners; children are nodes, texts, or lists. */
const el = (name, attributes = {}, ...children) => create(document.createElement(name), attributes, children);

const svg = (name, attributes = {}, ...children) =>
  create(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);

/** Returns a path that breaks after a slash if it is long. */
const breakable = (path) => path.split("/").flatMap((part, index) => (index ? ["/", el("wbr"), part] : [part]));

const badge = (kind) => el("span", { class: "badge " + kind }, kind);

/** Returns a table in a region that scrolls; in a narrow window each cell shows its heading. */
const table = (name, caption, headings, rows) => {
  for (const row of rows) [...row.cells].forEach((cell, index) => { cell.dataset.label = headings[index][0]; });
  return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    el("table", { class: name },
      el("caption", {}, el("span", {}, caption)),
      el("thead", {}, el("tr", {}, headings.map(([text, kind]) => el("th", { scope: "col", class: kind }, text)))),
      el("tbody", {}, rows)));
};

/** Returns a command with a button that copies it, or selects it where the clipboard is not allowed. */
const commandLine = (command) => {
  const code = el("code", {}, command), status = el("span", { class: "unseen", role: "status" });
  const copy = async ({ currentTarget: button }) => {
    const isDone = await navigator.clipboard?.writeText(command).then(() => true, () => false);
    if (!isDone) getSelection().selectAllChildren(code);
    button.textContent = status.textContent = isDone ? "Copied" : "Selected";
    setTimeout(() => { button.textContent = "Copy"; status.textContent = ""; }, 1500);
  };
  return el("div", { class: "command" },
    el("pre", { tabindex: 0, "aria-label": "Command" }, code),
    el("button", { type: "button", class: "copy", onclick: copy }, "Copy"), status);
};

let lastNumber = 0;
/** Returns an id that no other element has. */
const unique = () => "e" + ++lastNumber;

/** "1,234", "1 colour", "2 colours". */
const count = (value, noun) => value.toLocaleString("en-US") + (noun ? " " + noun + (value === 1 ? "" : "s") : "");

/** "12%", "0.3%"; never 0% for more than nothing, nor 100% for less than all. */
const share = (part, whole) => {
  if (!(part > 0 && whole > 0)) return "0%";
  if (part === whole) return "100%";
  const percent = (100 * part) / whole;
  if (percent < 0.1) return "under 0.1%";
  if (percent > 99.9) return "over 99.9%";
  return (percent < 9.95 || percent >= 99.5 ? percent.toFixed(1) : Math.round(percent)) + "%";
};

/** A difference in DIN99o. */
const amount = (value) => value.toFixed(1);

/** A number with at most three significant digits. */
const brief = (value) => String(Number(value.toPrecision(3)));

/** A position in an image. */
const place = (position) => `${position.x}, ${position.y}`;

/** The letter of a pair of colours: A to Z, then A1. */
const letter = (index) => String.fromCharCode(65 + (index % 26)) + (index < 26 ? "" : Math.floor(index / 26));
