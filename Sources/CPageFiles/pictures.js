// The pictures of a card: the original over the result, the lost detail, and the heat map.

const source = (base64) => "data:image/png;base64," + base64;

/** The views of the whole image, of which those of the worst images stand in the document. */
const wholeViews = (row) => {
  const views = row.pictures.whole;
  for (const name of ["original", "result", "difference"]) {
    const picture = plainPictures.get(`${row.index}-${name}`);
    if (picture) views[name] ??= picture;
  }
  return views;
};

/** The part of the image around the worst loss, in the shape of the whole; undefined if there is none. */
const worstFrame = (row) => {
  const { regions } = row.report.flattened;
  const group = row.report.collapse.largest[0];
  const whole = row.pictures.whole;
  if (row.pictures.detail) return row.pictures.detail;
  let box;
  if (regions.length) box = regions[0];
  else if (group?.witnesses && row.report.collapse.visible.groups) {
    const [a, b] = group.witnesses;
    box = { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
  } else return undefined;
  const margin = Math.max(8, 0.15 * Math.max(whole.width, whole.height));
  const scale = Math.max((box.width + margin) / whole.width, (box.height + margin) / whole.height);
  if (scale > 0.67) return undefined;
  const [width, height] = [whole.width * scale, whole.height * scale];
  const inside = (middle, size, all) => Math.max(0, Math.min(middle - size / 2, all - size));
  return {
    x: inside(box.x + box.width / 2, width, whole.width), y: inside(box.y + box.height / 2, height, whole.height), width, height,
  };
};

/** Outlines of the vanished areas and letters at the merged colours, for a frame in pixels of the image. */
const marks = (row, frame) => {
  const unit = Math.max(frame.width, frame.height) / 520;
  const clamp = (value, low, high) => Math.max(low, Math.min(value, high));
  const [right, bottom] = [frame.x + frame.width, frame.y + frame.height];
  const outlines = row.report.flattened.regions.map((region, index) => {
    if (region.x >= right || region.y >= bottom || region.x + region.width <= frame.x || region.y + region.height <= frame.y) return null;
    // Large enough to be visible.
    const [width, height] = [Math.max(region.width, 12 * unit), Math.max(region.height, 12 * unit)];
    const [x, y] = [region.x - (width - region.width) / 2, region.y - (height - region.height) / 2];
    const number = String(index + 1);
    const [tagWidth, tagHeight] = [(8 + 8 * number.length) * unit, 18 * unit];
    // Below the right end of the outline, or above, or in it, because letters tend to be at the upper left.
    const tagX = clamp(x + width - tagWidth, frame.x, right - tagWidth);
    const tagY = y + height + tagHeight <= bottom ? y + height : y >= frame.y + tagHeight ? y - tagHeight : Math.max(frame.y, y);
    const box = { x, y, width, height };
    return svg("g", { class: "outline" }, svg("rect", { class: "halo", ...box }), svg("rect", box),
      svg("g", { class: "tag" }, svg("rect", { x: tagX, y: tagY, width: tagWidth, height: tagHeight }),
        svg("text", { x: tagX + tagWidth / 2, y: tagY + 13.5 * unit, "font-size": 13 * unit }, number)));
  });
  const radius = 9 * unit;
  const pins = visibleGroups(row).flatMap((group, index) => (group.witnesses ?? []).map((witness) => {
    if (witness.x >= right || witness.y >= bottom || witness.x < frame.x || witness.y < frame.y) return null;
    // Beside its subject, up and to the left, if there is room.
    const x = clamp(witness.x - 0.8 * radius, frame.x + radius, right - radius);
    const y = clamp(witness.y - 0.8 * radius, frame.y + radius, bottom - radius);
    return svg("g", { class: "pin" }, svg("circle", { cx: x, cy: y, r: radius }),
      svg("text", { x, y: y + 4 * unit, "font-size": 12 * unit }, letter(index)));
  }));
  return svg("svg", { class: "marks", viewBox: `${frame.x} ${frame.y} ${frame.width} ${frame.height}`, "aria-hidden": "true" }, outlines, pins);
};

const visibleGroups = (row) => row.report.collapse.largest.slice(0, row.report.collapse.visible.groups);

/** Returns the pictures of a row, with a slider, a key that toggles, and a button that goes to the worst place. */
const pictureViews = (row) => {
  const { pictures, target } = row;
  const whole = wholeViews(row);
  const worst = worstFrame(row);
  const images = {};
  const stacks = [];
  const image = (name, alt) => (images[name] = el("img", { alt, decoding: "async", draggable: "false" }));
  const stack = (kind, ...layers) => {
    const element = el("div", { class: "stack " + kind }, layers);
    stacks.push(element);
    return element;
  };
  const layer = (kind, ...children) => el("div", { class: "layer " + kind }, children);

  const compared = stack("compared", layer("result", image("result", `The picture as ${target} shows it: ${row.paths[0]}`)),
    layer("original", image("original", `The original picture: ${row.paths[0]}`)));
  const slider = el("input", { type: "range", min: 0, max: 100, value: 50, id: unique() });
  const move = () => {
    compared.style.setProperty("--at", slider.value + "%");
    slider.setAttribute("aria-valuetext", slider.value + " percent original");
  };
  slider.addEventListener("input", move);
  const toggle = () => {
    slider.value = Number(slider.value) > 0 ? 0 : 100;
    move();
  };
  // Dragging on the picture itself.
  const drag = (event) => {
    if (event.buttons !== 1) return;
    const box = compared.getBoundingClientRect();
    slider.value = Math.round((100 * (event.clientX - box.left)) / box.width);
    move();
    event.preventDefault();
  };
  compared.addEventListener("pointerdown", (event) => {
    compared.setPointerCapture(event.pointerId);
    slider.focus({ preventScroll: true });
    drag(event);
  });
  compared.addEventListener("pointermove", drag);
  move();

  const isLossy = Boolean(whole.difference);
  const lostDetail = isLossy && stack("lost-detail", layer("", image("difference", `Lost detail, exaggerated: ${row.paths[0]}`)));
  const description = mapWords(row);
  const map = stack("map", layer("", image("map", `Heat map of the loss: ${description}`)));

  const button = worst && el("button", { type: "button", class: "zoom", "aria-pressed": "false", onclick: () => show(button.getAttribute("aria-pressed") !== "true") }, "Zoom to the worst place");
  const caption = el("p", { class: "hint" });
  const show = (isZoomed) => {
    const detail = isZoomed && pictures.detail;
    const frame = isZoomed ? worst : whole;
    const views = detail || whole;
    const factor = whole.width / pictures.width;
    // What is longer and thinner is drawn thicker, so that it can be seen.
    const shape = Math.max(1 / 8, Math.min(frame.width / frame.height, 8));
    const isStretched = shape !== frame.width / frame.height;
    for (const name of ["original", "result", "difference", "map"]) if (images[name]) images[name].src = source(views[name]);
    for (const element of stacks) {
      const base = detail || whole;
      const scale = base.width / frame.width;
      element.style.setProperty("--scale", scale);
      element.style.setProperty("--x", `${(-100 * (frame.x - base.x)) / base.width}%`);
      element.style.setProperty("--y", `${(-100 * (frame.y - base.y)) / base.height}%`);
      element.style.setProperty("aspect-ratio", shape);
      element.style.setProperty("--fit", `${Math.min(520, 520 * shape)}px`);
      const pixels = detail ? detail.width : (pictures.width * frame.width) / whole.width;
      element.classList.toggle("pixelated", pixels < 350 && (detail || factor <= 1.01));
      element.querySelector(".marks")?.remove();
      if (element !== compared && !isStretched) element.append(marks(row, frame));
    }
    button?.setAttribute("aria-pressed", String(isZoomed));
    caption.textContent = isZoomed
      ? `${count(Math.round(frame.width))} × ${count(Math.round(frame.height), "pixel")} around the worst place, from ${Math.round(frame.x)}, ${Math.round(frame.y)}.`
      : factor > 1.01
        ? `Scaled down to ${count(pictures.width)} × ${count(pictures.height)} of ${count(whole.width)} × ${count(whole.height, "pixel")}, in linear light.`
        : "Pixel for pixel, 8 bits per channel.";
    if (isStretched) caption.textContent += " Drawn thicker than it is.";
  };
  show(false);

  const views = el("div", { class: "views" },
    el("figure", { class: "view compare" },
      compared,
      el("p", { class: "slider" }, slider),
      el("figcaption", {}, el("strong", {}, `Original, and in ${target}`), " — ", el("label", { for: slider.id }, "the original is left of the boundary", el("span", { class: "on-screen" }, ": move it, or press B"), "."))),
    isLossy && el("figure", { class: "view" }, lostDetail,
      el("figcaption", {}, el("strong", {}, "What is lost, exaggerated"), ` — black to white are differences that ${target} does not have; pale blue loses nothing.`)),
    el("figure", { class: "view" }, map,
      el("figcaption", {}, el("strong", {}, "Where it is lost"), " — " + description)));
  const element = el("section", { class: "pictures", "aria-label": `Pictures of ${row.paths[0]}` }, el("h3", {}, "Pictures"), views,
    el("p", { class: "tools" }, button, caption),
    el("p", { class: "hint narrow-screen" }, `This screen shows about the colours of sRGB, so original and result look alike here. ${isLossy ? "The exaggerated picture, the" : "The"} heat map and the numbers need no other screen.`),
    el("p", { class: "hint wide-screen" }, "This screen shows about the colours of Display P3 or more: original and result look different where colours are lost."),
    legend(row));
  element.addEventListener("toggle-original", toggle);
  return element;
};

/** The heat map in words. */
const mapWords = ({ pictures }) => {
  const unlost = pictures.unlost.reduce((sum, pixels) => sum + pixels, 0);
  return (pictures.lost > 0 ? `dark red: ${count(pictures.lost, "pixel")} that ${pictures.lost === 1 ? "no longer stands" : "no longer stand"} out; ` : "nothing is lost; ")
    + (unlost > 0 ? `pale blue: ${count(unlost, "pixel")} that only ${unlost === 1 ? "clips" : "clip"}.` : `no ${pictures.lost > 0 ? "other " : ""}pixel clips.`);
};

/** The colours of the heat map and their pixels. */
const legend = ({ pictures, report }) => {
  const rows = [[data.map.lost, "lost", pictures.lost]];
  const edges = [1, 2, 4].map((step) => step * report.jnd);
  // Each step of the map covers whole bars of the histogram.
  const bars = [0, 4, 8, 16, pictures.unlost.length];
  let onlyClipped = 0;
  for (let step = 0; step <= edges.length; step += 1) {
    const pixels = pictures.unlost.slice(bars[step], bars[step + 1]).reduce((sum, next) => sum + next, 0);
    const range = step === 0 ? "under " + brief(edges[0]) : step === edges.length ? `${brief(edges[step - 1])} and more` : `${brief(edges[step - 1])} to ${brief(edges[step])}`;
    rows.push([data.map.clipped[step], "clips only, shift " + range, pixels]);
    onlyClipped += pixels;
  }
  rows.push([data.map.fits, "fits", report.pixels.analyzed - pictures.lost - onlyClipped]);
  if (report.pixels.transparent) rows.push([data.map.transparent, "transparent, not analysed", report.pixels.transparent]);
  return el("details", { class: "legend" }, el("summary", {}, "Colours of the heat map"),
    el("table", {}, el("tbody", {}, rows.map(([color, name, pixels]) => el("tr", {},
      el("th", { scope: "row" }, el("span", { class: "key", style: { background: color } }), name), el("td", { class: "n" }, count(pixels)))))));
};
