// The pictures of a card: the loss before and after, the original over the result, the heat map, and the renditions.

/** What is longer and thinner is drawn thicker, so that it can be seen. */
const shapeOf = (frame) => Math.max(1 / 8, Math.min(frame.width / frame.height, 8));

const layer = (url, alt, kind = "") =>
  el("div", { class: "layer " + kind }, el("img", { src: url, alt, decoding: "async", draggable: "false" }));

/** Pictures of a frame over each other, at most so many pixels wide and high. */
const stack = (kind, frame, size, ...layers) => {
  const shape = shapeOf(frame), isSmall = Math.max(frame.width, frame.height) < 350;
  return el("div", { class: `stack ${kind}` + (isSmall ? " pixelated" : ""), style: { "aspect-ratio": shape, "--fit": `${Math.min(size, size * shape)}px` } }, layers);
};

/** The loss before and after, side by side; without a loss, both are the result. */
const lossViews = (row) => {
  const { whole, loss } = row.pictures, { target } = row, frame = loss ?? whole;
  const view = (url, words) => el("figure", { class: "view" }, stack("", frame, 440, layer(url, `${words}: ${row.path}`)),
    el("figcaption", {}, el("strong", {}, words)));
  const isPart = frame.width < whole.width || frame.height < whole.height;
  return el("section", { class: "loss" }, el("h3", {}, loss ? "What is lost" : `Nothing is lost in ${target}`),
    el("div", { class: "before-after" }, view(loss ? loss.before : whole.result, "In the file"), view(loss ? loss.after : whole.result, `In ${target}`)),
    el("p", { class: "hint" }, loss
      ? `Differences that ${target} loses are drawn as light and dark, so that every screen shows them; the rest of the image is pale.`
        + (isPart ? ` These are the ${count(frame.width)} × ${count(frame.height)} pixels around the largest loss, from ${place(frame)}.` : "")
      : "What differs in the file differs in the result, so both pictures are the same." + (row.report.pixels.clipped > 0 ? " Colours may be duller: compare below." : "")));
};

/** Outlines of regions that vanish, and letters at the two places of pairs that look the same. */
const marks = (regions, pairs, { width: right, height: bottom }) => {
  const unit = Math.max(right, bottom) / 520;
  const clamp = (value, low, high) => Math.max(low, Math.min(value, high));
  const outlines = regions.map((region, index) => {
    // Large enough to be visible.
    const [width, height] = [Math.max(region.width, 12 * unit), Math.max(region.height, 12 * unit)];
    const [x, y] = [region.x - (width - region.width) / 2, region.y - (height - region.height) / 2];
    const number = String(index + 1);
    const [tagWidth, tagHeight] = [(8 + 8 * number.length) * unit, 18 * unit];
    // Below the right end of the outline, or above, or in it, because letters tend to be at the upper left.
    const tagX = clamp(x + width - tagWidth, 0, right - tagWidth);
    const tagY = y + height + tagHeight <= bottom ? y + height : y >= tagHeight ? y - tagHeight : Math.max(0, y);
    const box = { x, y, width, height };
    return svg("g", { class: "outline" }, svg("rect", { class: "halo", ...box }), svg("rect", box),
      svg("g", { class: "tag" }, svg("rect", { x: tagX, y: tagY, width: tagWidth, height: tagHeight }),
        svg("text", { x: tagX + tagWidth / 2, y: tagY + 13.5 * unit, "font-size": 13 * unit }, number)));
  });
  const radius = 9 * unit;
  const pins = pairs.flatMap((pair, index) => pair.map(({ witness }) => {
    // Beside its subject, up and to the left, if there is room.
    const x = clamp(witness.x - 0.8 * radius, radius, right - radius);
    const y = clamp(witness.y - 0.8 * radius, radius, bottom - radius);
    return svg("g", { class: "pin" }, svg("circle", { cx: x, cy: y, r: radius }),
      svg("text", { x, y: y + 4 * unit, "font-size": 12 * unit }, letter(index)));
  }));
  return svg("svg", { class: "marks", viewBox: `0 0 ${right} ${bottom}`, "aria-hidden": "true" }, outlines, pins);
};

/** The original over the result, with a slider, and the heat map. */
const pictureViews = (row) => {
  const { pictures, report, target } = row, { whole } = pictures;
  const compared = stack("compared", whole, 520, layer(whole.result, `The picture as ${target} shows it: ${row.path}`),
    layer(whole.original, `The original picture: ${row.path}`, "original"));
  const slider = el("input", { type: "range", min: 0, max: 100, value: 50, id: unique(), oninput: () => compared.style.setProperty("--at", slider.value + "%") });
  const description = mapWords(row), isStretched = shapeOf(whole) !== whole.width / whole.height;
  const map = stack("map", whole, 520, layer(whole.map, `Heat map of the loss: ${description}`),
    !isStretched && marks(report.steps.largest, report.areas.largest.map(({ first, second }) => [first, second]), whole));
  const scale = pictures.width < whole.width
    ? `Scaled down to ${count(pictures.width)} × ${count(pictures.height)} of ${count(whole.width)} × ${count(whole.height, "pixel")}, in linear light.`
    : "Pixel for pixel, 8 bits per channel.";
  return el("section", { "aria-label": `Pictures of ${row.path}` }, el("h3", {}, "The image"),
    el("div", { class: "views" },
      el("figure", { class: "view" }, compared, el("p", { class: "slider" }, slider),
        el("figcaption", {}, el("strong", {}, `Original, and in ${target}`), " — ", el("label", { for: slider.id }, "the original is left of the boundary"), ".")),
      el("figure", { class: "view" }, map, el("figcaption", {}, el("strong", {}, "Where it is lost"), " — " + description))),
    el("p", { class: "hint" }, scale + (isStretched ? " Drawn thicker than it is." : "")),
    el("p", { class: "hint" }, "On a screen with the colours of sRGB alone, original and result look alike."));
};

/** What other eyes and other light make of the image: the original, the result, and each rendition, with what it loses. */
const contactSheet = (row) => {
  const { renditions } = row.report, { pictures, target } = row, { whole } = pictures;
  const picture = (url, name, words, marks) => el("figure", { class: "view" },
    stack("", whole, 260, layer(url, `${name}: ${row.path}`), marks), el("figcaption", {}, el("strong", {}, name), words));
  const hex = (code) => "#" + code.map((value) => value.toString(16).padStart(2, "0")).join("");
  const plain = (code) => el("span", { class: "swatch", style: { background: hex(code) } });
  return el("section", { class: "renditions" }, el("h3", {}, "For other eyes, and in other light"),
    el("div", { class: "contact" }, picture(whole.original, "Original"), picture(whole.result, target),
      renditions.map((loss, index) => picture(pictures.renditions[index], loss.name, `: ${loss.verdict}, ${row.renditions[index].words}`,
        marks(loss.largest, loss.confused.map(({ sides }) => sides), whole)))),
    renditions.map((loss, index) => {
      const colors = [...loss.largest, ...loss.confused].map(({ sides }) => sides);
      const labels = [...loss.largest.map((_, number) => ["number", number + 1]), ...loss.confused.map((_, place) => ["letter", letter(place)])];
      return colors.length > 0 && table("losses", `What is lost with ${loss.name}`, [["Mark"], ["Shown"], ["Seen"], ["What is lost"]],
        row.renditions[index].sentences.map((words, line) => el("tr", {}, el("td", {}, el("span", { class: labels[line][0] }, String(labels[line][1]))),
          ["shown", "seen"].map((name) => el("td", {}, edge(...colors[line].map((color) => plain(color[name]))))), el("th", { scope: "row" }, words))));
    }),
    el("p", { class: "hint" }, "Simulations of vision without one kind of cones, or without colour, and of glare on the screen. Whether a label, a shape or a position says the same is not judged."));
};

/** The heat map in words, from the pixels of each mark: unchanged, clipped, both colours of pairs, and what vanishes in three sizes. */
const mapWords = ({ pictures, target }) => {
  const sum = (list) => list.reduce((total, pixels) => total + pixels, 0);
  const [clipped, alike, vanishing] = [pictures.marks[1], sum(pictures.marks.slice(2, -3)), sum(pictures.marks.slice(-3))];
  return [
    vanishing > 0 && `magenta: ${count(vanishing, "pixel")} where an edge or a gradient vanishes, the darker, the larger the difference`,
    alike > 0 && `other colours and their tints: ${count(alike, "pixel")} of pairs that look the same`,
    vanishing + alike === 0 && `nothing is lost in ${target}`,
    clipped > 0 && `pale blue: ${count(clipped, "pixel")} that only ${clipped === 1 ? "clips" : "clip"}`,
  ].filter(Boolean).join("; ") + ".";
};
