// The pictures of a card: the loss before and after, the original over the result, and the heat map.

const source = (base64) => "data:image/png;base64," + base64;

/** The views of the whole image and its loss; those of the worst images stand in the document. */
const viewsOf = (row) => {
  const { whole, loss } = row.pictures;
  for (const [views, names] of [[whole, ["original", "result"]], [loss ?? {}, ["before", "after"]]]) for (const name of names) {
    const picture = plainPictures.get(`${row.index}-${name}`);
    if (picture) views[name] ??= picture;
  }
  return { whole, loss };
};

/** What is longer and thinner is drawn thicker, so that it can be seen. */
const shapeOf = (frame) => Math.max(1 / 8, Math.min(frame.width / frame.height, 8));

/** The loss before and after, side by side; without a loss, both are the result. */
const lossViews = (row) => {
  const { whole, loss } = viewsOf(row), { target } = row, frame = loss ?? whole, shape = shapeOf(frame);
  const picture = (base64, words) => el("figure", { class: "view" },
    el("div", { class: "stack" + (Math.max(frame.width, frame.height) < 350 ? " pixelated" : ""), style: { "aspect-ratio": shape, "--fit": `${Math.min(440, 440 * shape)}px` } },
      el("div", { class: "layer" }, el("img", { src: source(base64), alt: `${words}: ${row.paths[0]}`, decoding: "async" }))),
    el("figcaption", {}, el("strong", {}, words)));
  const isPart = frame.width < whole.width || frame.height < whole.height;
  return el("section", { class: "loss" }, el("h3", {}, loss ? "What is lost" : `Nothing is lost in ${target}`),
    el("div", { class: "before-after" }, picture(loss ? loss.before : whole.result, "In the file"), picture(loss ? loss.after : whole.result, `In ${target}`)),
    el("p", { class: "hint" }, loss
      ? `Differences that ${target} loses are drawn as light and dark, so that every screen shows them; the rest of the image is pale.`
        + (isPart ? ` These are the ${count(frame.width)} × ${count(frame.height)} pixels around the largest loss, from ${place(frame)}.` : "")
      : "What differs in the file differs in the result, so both pictures are the same." + (row.report.pixels.clipped > 0 ? " Colours may be duller: compare below." : "")));
};

/** Outlines of what vanishes, and letters at colours that look the same, for a frame in pixels of the image. */
const marks = (row, frame) => {
  const unit = Math.max(frame.width, frame.height) / 520;
  const clamp = (value, low, high) => Math.max(low, Math.min(value, high));
  const [right, bottom] = [frame.x + frame.width, frame.y + frame.height];
  const outlines = row.report.steps.largest.map((region, index) => {
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
  const pins = row.report.areas.largest.flatMap((pair, index) => [pair.first, pair.second].map(({ witness }) => {
    if (witness.x >= right || witness.y >= bottom || witness.x < frame.x || witness.y < frame.y) return null;
    // Beside its subject, up and to the left, if there is room.
    const x = clamp(witness.x - 0.8 * radius, frame.x + radius, right - radius);
    const y = clamp(witness.y - 0.8 * radius, frame.y + radius, bottom - radius);
    return svg("g", { class: "pin" }, svg("circle", { cx: x, cy: y, r: radius }),
      svg("text", { x, y: y + 4 * unit, "font-size": 12 * unit }, letter(index)));
  }));
  return svg("svg", { class: "marks", viewBox: `${frame.x} ${frame.y} ${frame.width} ${frame.height}`, "aria-hidden": "true" }, outlines, pins);
};

/** Returns the pictures of a row, with a slider, a key that toggles, and a button that goes to the largest loss. */
const pictureViews = (row) => {
  const { pictures, target } = row, { whole } = viewsOf(row);
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

  const description = mapWords(row);
  const map = stack("map", layer("", image("map", `Heat map of the loss: ${description}`)));

  const button = pictures.detail && el("button", { type: "button", class: "zoom", "aria-pressed": "false", onclick: () => show(button.getAttribute("aria-pressed") !== "true") }, "Zoom to the largest loss");
  const caption = el("p", { class: "hint" });
  const show = (isZoomed) => {
    const views = isZoomed ? pictures.detail : whole, shape = shapeOf(views);
    const isStretched = shape !== views.width / views.height, isScaled = !isZoomed && pictures.width < whole.width;
    for (const name of ["original", "result", "map"]) images[name].src = source(views[name]);
    for (const element of stacks) {
      element.style.setProperty("aspect-ratio", shape);
      element.style.setProperty("--fit", `${Math.min(520, 520 * shape)}px`);
      element.classList.toggle("pixelated", views.width < 350 && !isScaled);
    }
    map.querySelector(".marks")?.remove();
    if (!isStretched) map.append(marks(row, views));
    button?.setAttribute("aria-pressed", String(isZoomed));
    caption.textContent = isZoomed
      ? `${count(views.width)} × ${count(views.height, "pixel")} around the largest loss, from ${place(views)}.`
      : isScaled
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
    el("figure", { class: "view" }, map,
      el("figcaption", {}, el("strong", {}, "Where it is lost"), " — " + description)));
  const element = el("section", { class: "pictures", "aria-label": `Pictures of ${row.paths[0]}` }, el("h3", {}, "The image"), views,
    el("p", { class: "tools" }, button, caption),
    el("p", { class: "hint narrow-screen" }, "This screen shows about the colours of sRGB, so original and result look alike here."),
    el("p", { class: "hint wide-screen" }, "This screen shows about the colours of Display P3 or more: original and result look different where colours are lost."),
    legend(row));
  element.addEventListener("toggle-original", toggle);
  return element;
};

/** What other eyes and other light make of the image: the original, the result, and each rendition, with what it loses. */
const contactSheet = (row) => {
  const { renditions } = row.report, { pictures, target } = row, { whole } = viewsOf(row), shape = shapeOf(whole);
  const isPixelated = Math.max(whole.width, whole.height) < 350;
  const picture = (base64, name, words, marks) => el("figure", { class: "view" },
    el("div", { class: "stack" + (isPixelated ? " pixelated" : ""), style: { "aspect-ratio": shape, "--fit": `${Math.min(260, 260 * shape)}px` } },
      el("div", { class: "layer" }, el("img", { src: source(base64), alt: `${name}: ${row.paths[0]}`, decoding: "async" })), marks),
    el("figcaption", {}, el("strong", {}, name), words));
  const hex = (code) => "#" + code.map((value) => value.toString(16).padStart(2, "0")).join("");
  const plain = (code) => el("span", { class: "swatch", style: { background: hex(code) } });
  const places = ({ largest, confused }) => marks({ report: { steps: { largest }, areas: { largest: confused.map(({ sides: [first, second] }) => ({ first, second })) } } }, whole);
  return el("section", { class: "renditions" }, el("h3", {}, "For other eyes, and in other light"),
    el("div", { class: "contact" }, picture(whole.original, "Original"), picture(whole.result, target),
      renditions.map((loss, index) => picture(pictures.renditions[index], loss.name, `: ${loss.verdict}, ${row.renditions[index].words}`, places(loss)))),
    renditions.map((loss, index) => {
      const colors = [...loss.largest, ...loss.confused].map(({ sides }) => sides);
      const labels = [...loss.largest.map((_, number) => ["number", number + 1]), ...loss.confused.map((_, place) => ["letter", letter(place)])];
      return colors.length > 0 && table("losses", `What is lost with ${loss.name}`, [["Mark"], ["Shown"], ["Seen"], ["What is lost"]],
        row.renditions[index].sentences.map((words, line) => el("tr", {}, el("td", {}, el("span", { class: labels[line][0] }, String(labels[line][1]))),
          ["shown", "seen"].map((name) => el("td", {}, edge(...colors[line].map((color) => plain(color[name]))))), el("th", { scope: "row" }, words))));
    }),
    el("p", { class: "hint" }, "Simulations of vision without one kind of cones, or without colour, and of glare on the screen. Whether a label, a shape or a position says the same is not judged."));
};

/** What a list has for each mark on the map: unchanged, clipped, both colours of pairs that look the same, and what vanishes in three sizes. */
const marked = (list) => {
  const half = (list.length - 5) / 2, pairs = list.slice(2, -3);
  return { unchanged: list[0], clipped: list[1], commoner: pairs.slice(0, half).reverse(), rarer: pairs.slice(half).reverse(), sizes: list.slice(-3) };
};

/** The heat map in words. */
const mapWords = (row) => {
  const { clipped, commoner, rarer, sizes } = marked(row.pictures.marks);
  const sum = (list) => list.reduce((total, pixels) => total + pixels, 0), vanishing = sum(sizes), alike = sum(rarer) + sum(commoner);
  return [
    vanishing > 0 && `magenta: ${count(vanishing, "pixel")} where an edge or a gradient vanishes`,
    alike > 0 && `other colours and their tints: ${count(alike, "pixel")} of pairs that look the same`,
    vanishing + alike === 0 && `nothing is lost in ${row.target}`,
    clipped > 0 && `pale blue: ${count(clipped, "pixel")} that only ${clipped === 1 ? "clips" : "clip"}`,
  ].filter(Boolean).join("; ") + ".";
};

/** The colours of the heat map and their pixels. */
const legend = (row) => {
  const { report } = row, pixels = marked(row.pictures.marks), colors = marked(data.map.marks);
  const edge = (factor) => brief(factor * report.jnd);
  const pairs = (index) => (index < pixels.rarer.length - 1 ? letter(index) : "further pairs");
  const rows = [
    ...[`${edge(4)} or more`, `${edge(2)} to ${edge(4)}`, `${edge(1)} to ${edge(2)}`].map((size, index) => [colors.sizes[2 - index], "vanishes, a difference of " + size, pixels.sizes[2 - index]]),
    ...pixels.rarer.flatMap((rarer, index) => [[colors.rarer[index], pairs(index) + ", the rarer of two colours that look the same", rarer],
      [colors.commoner[index], pairs(index) + ", the other one", pixels.commoner[index]]]),
    [colors.clipped, "only clips", pixels.clipped],
    [colors.unchanged, "fits", pixels.unchanged],
    [data.map.transparent, "transparent, not analysed", report.pixels.transparent],
  ];
  return el("details", { class: "legend" }, el("summary", {}, "Colours of the heat map"),
    el("p", { class: "hint" }, "Differences are in DIN99o. In a map that is smaller than the image, the worst pixel of each cell counts."),
    el("table", {}, el("tbody", {}, rows.filter(([, , pixels]) => pixels > 0).map(([color, name, pixels]) => el("tr", {},
      el("th", { scope: "row" }, el("span", { class: "key", style: { background: color } }), name), el("td", { class: "n" }, count(pixels)))))));
};
