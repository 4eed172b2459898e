// Elements. Text from the data is only ever set as text, never as markup, and styles only as properties.

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

/** Returns a command with a button that copies it. */
const commandLine = (command) => commandLines([command]);

/** Returns the first of some commands with a button that copies all of them, one a line. */
const commandLines = (commands) => {
  const command = commands.join("\n"), code = el("code", {}, commands[0]);
  const label = commands.length > 1 ? `Copy all ${count(commands.length, "command")}` : "Copy";
  const copy = async (event) => {
    const button = event.currentTarget;
    let isDone = false;
    try {
      await navigator.clipboard.writeText(command);
      isDone = true;
    } catch {
      code.textContent = command;
      // Where the clipboard is not allowed, the text is selected, and copied if the browser can do that.
      getSelection().selectAllChildren(code);
      isDone = document.execCommand("copy");
    }
    button.textContent = status.textContent = isDone ? "Copied" : "Selected";
    setTimeout(() => { button.textContent = label; status.textContent = ""; }, 1500);
  };
  const status = el("span", { class: "unseen", role: "status" });
  return el("div", { class: commands.length > 1 ? "command several" : "command" },
    el("pre", { tabindex: 0, "aria-label": "Command" }, code),
    el("button", { type: "button", class: "copy", onclick: copy }, label), status);
};

/** Returns details whose contents are in the document while they are open. */
const onDemand = (kind, words, contents) => {
  const summary = el("summary", {}, words);
  const details = el("details", { class: kind }, summary);
  details.addEventListener("toggle", () => details.replaceChildren(...(details.open ? [summary, contents()] : [summary])));
  return details;
};

let lastNumber = 0;
/** Returns an id that no other element has. */
const unique = () => "e" + ++lastNumber;
