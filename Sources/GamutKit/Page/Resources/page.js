"use strict";
(() => {
  document.documentElement.classList.add("scripted");

  // The slider: what is left of the boundary is the picture as meant.
  for (const compare of document.querySelectorAll(".compare")) {
    const pair = compare.querySelector(".pair");
    const row = compare.querySelector(".slider");
    const input = row.querySelector("input");
    const move = () => {
      pair.style.setProperty("--at", input.value + "%");
      input.setAttribute("aria-valuetext", input.value + " percent as meant");
    };
    row.hidden = false;
    pair.classList.add("overlaid");
    input.addEventListener("input", move);
    // Dragging on the picture itself, for those who try that first.
    const drag = (event) => {
      if (event.buttons !== 1) return;
      const box = pair.getBoundingClientRect();
      input.value = Math.round(100 * (event.clientX - box.left) / box.width);
      move();
      event.preventDefault();
    };
    pair.addEventListener("pointerdown", drag);
    pair.addEventListener("pointermove", drag);
    move();
  }

  const table = document.getElementById("images-table");
  if (!table) return;
  const body = table.tBodies[0];
  const rows = Array.from(body.rows);

  // Sorting: each heading becomes a button. Equal rows keep the order in which the page lists them.
  const headings = Array.from(table.tHead.rows[0].cells);
  const value = (row, column) => {
    const cell = row.cells[Math.min(column, row.cells.length - 1)];
    return Number(cell.dataset.v);
  };
  headings.forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    heading.setAttribute("aria-sort", "none");
    button.addEventListener("click", () => {
      const descending = column !== 1;
      const now = heading.getAttribute("aria-sort");
      const first = descending ? "descending" : "ascending";
      const next = now === first ? (descending ? "ascending" : "descending") : first;
      for (const other of headings) other.setAttribute("aria-sort", "none");
      heading.setAttribute("aria-sort", next);
      const sign = next === "ascending" ? 1 : -1;
      const sorted = rows.map((row, index) => [value(row, column), index, row])
        .sort((a, b) => sign * (a[0] - b[0]) || a[1] - b[1]);
      body.append(...sorted.map((entry) => entry[2]));
    });
  });

  // Filtering, by verdict and by text.
  const panel = document.querySelector(".filter");
  const text = document.getElementById("filter-text");
  const boxes = Array.from(panel.querySelectorAll("input[type=checkbox]"));
  const count = document.getElementById("filter-count");
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const filter = () => {
    const wanted = text.value.trim().toLowerCase();
    const kinds = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    let shown = 0;
    rows.forEach((row, index) => {
      const visible = kinds.has(row.className) && texts[index].includes(wanted);
      row.hidden = !visible;
      if (visible) shown += 1;
    });
    count.textContent = shown === rows.length ? `${rows.length} images` : `${shown} of ${rows.length} images`;
  };
  text.addEventListener("input", filter);
  for (const box of boxes) box.addEventListener("change", filter);
  panel.hidden = false;
  filter();
})();
