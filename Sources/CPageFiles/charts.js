// Charts, as SVG.

const label = (text, x, y, anchor = "middle", kind = "label") =>
  svg("text", { class: kind, x, y, "text-anchor": anchor }, text);

const titled = (kind, box, title, description, ...children) => {
  const [titleId, descriptionId] = [unique(), unique()];
  return svg("svg", { class: kind, viewBox: box, role: "img", "aria-labelledby": `${titleId} ${descriptionId}` },
    svg("title", { id: titleId }, title), svg("desc", { id: descriptionId }, description), children);
};

/** The clipped pixels by their shift; the width of a bar is a quarter of the just noticeable difference. */
const shiftHistogram = (counts, jnd, description) => {
  const [left, right, top, bottom] = [10, 310, 26, 148];
  const last = counts.findLastIndex((pixels) => pixels > 0);
  const shown = Math.min(counts.length, Math.max(12, (Math.floor(last / 4) + 1) * 4));
  const width = (right - left) / shown;
  const highest = Math.max(...counts, 1);
  const bars = counts.slice(0, shown).map((pixels, index) => {
    // A bar of few pixels is visible too.
    const height = Math.max(1.5, (pixels / highest) * (bottom - top)).toFixed(1);
    return pixels > 0 ? `M${(left + index * width + 0.5).toFixed(1)} ${bottom}v-${height}h${(width - 1).toFixed(1)}v${height}z` : "";
  });
  const steps = shown / 4;
  const axis = [];
  for (let step = 0; step <= steps; step += steps > 6 ? 2 : 1) {
    const x = left + 4 * step * width;
    const isOpen = shown === counts.length && step === steps;
    axis.push(svg("path", { class: "axis", d: `M${x} ${bottom}v4` }),
      label(brief(step * jnd) + (isOpen ? "+" : ""), x, bottom + 16, step === 0 ? "start" : step === steps ? "end" : "middle"));
  }
  const just = left + 4 * width;
  return titled("histogram", "0 0 320 190", "Histogram of shift", description,
    svg("path", { class: "bars", d: bars.join("") }),
    svg("path", { class: "just", d: `M${just} ${bottom}V14` }), label("just visible", just + 4, 20, "start"),
    svg("path", { class: "axis", d: `M${left} ${bottom}H${right}` }), axis,
    label("shift, as a difference in DIN99o", 160, bottom + 34));
};

/** x and y of the wavelengths from 400 nm in steps of 5 nm (CIE 1931, 2° observer; ISO/CIE 11664-1:2019). */
const spectralLocus = [
  [0.17334, 0.0048], [0.17302, 0.00478], [0.17258, 0.0048], [0.17209, 0.00483], [0.17141, 0.0051], [0.1703, 0.00579],
  [0.16888, 0.0069], [0.1669, 0.00856], [0.16441, 0.01086], [0.1611, 0.01379], [0.15664, 0.0177], [0.15099, 0.02274],
  [0.14396, 0.0297], [0.1355, 0.03988], [0.12412, 0.0578], [0.10959, 0.08684], [0.09129, 0.1327], [0.06871, 0.20072],
  [0.04539, 0.29498], [0.02346, 0.4127], [0.00817, 0.53842], [0.00386, 0.65482], [0.01387, 0.75019],
  [0.03885, 0.81202], [0.0743, 0.8338], [0.11416, 0.82621], [0.15472, 0.80586], [0.19288, 0.78163],
  [0.22962, 0.75433], [0.26578, 0.72432], [0.3016, 0.69231], [0.33736, 0.65885], [0.3731, 0.62445],
  [0.40874, 0.58961], [0.44406, 0.55471], [0.47877, 0.5202], [0.51249, 0.48659], [0.54479, 0.45443],
  [0.57515, 0.42423], [0.60293, 0.3965], [0.62704, 0.37249], [0.64823, 0.35139], [0.66576, 0.33401],
  [0.68008, 0.31975], [0.6915, 0.30834], [0.70061, 0.2993], [0.70792, 0.29203], [0.71403, 0.28593],
  [0.71903, 0.28093], [0.72303, 0.27695], [0.72599, 0.27401],
];

/** CIE 1976 u', v' of CIE 1931 x, y, and the inverse (CIE 015:2018, 8.2.1). */
const uvFromXY = ([x, y]) => [(4 * x) / (-2 * x + 12 * y + 3), (9 * y) / (-2 * x + 12 * y + 3)];
const xyFromUV = ([u, v]) => [(9 * u) / (6 * u - 16 * v + 12), (4 * v) / (6 * u - 16 * v + 12)];

/** The primaries of SMPTE EG 432-1 and IEC 61966-2-1, and D65. */
const displayP3 = [[0.68, 0.32], [0.265, 0.69], [0.15, 0.06]];
const sRGB = [[0.64, 0.33], [0.3, 0.6], [0.15, 0.06]];
const d65 = [0.3127, 0.329];

/** The colours of an image by chromaticity: a disc without clipped pixels, a diamond with some. */
const chromaticityDiagram = (isUV, bins, description) => {
  const at = ([x, y]) => [34 + x * (isUV ? 440 : 308), 276 - y * (isUV ? 440 : 308)];
  const point = (xy) => at(isUV ? uvFromXY(xy) : xy);
  const text = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const line = (points) => "M" + points.map((xy) => text(point(xy))).join("L") + "z";
  const origin = at([0, 0]);
  const ticks = [];
  const labels = [];
  const [across, up] = isUV ? [6, 6] : [8, 8];
  for (let step = 0; step <= Math.max(across, up); step += 1) {
    if (step <= across) ticks.push(`M${text(at([step / 10, 0]))}v4`);
    if (step <= up) ticks.push(`M${text(at([0, step / 10]))}h-4`);
    if (step === 0 || step % 2) continue;
    labels.push(label("0." + step, at([step / 10, 0])[0], origin[1] + 16), label("0." + step, origin[0] - 7, at([0, step / 10])[1] + 4, "end"));
  }
  labels.push(label(isUV ? "u′" : "x", 312, origin[1] - 6, "end"), label(isUV ? "v′" : "y", origin[0] - 7, at([0, 0.5])[1] + 4, "end"));
  for (let wavelength = 460; wavelength <= 620; wavelength += 20) {
    const [x, y] = point(spectralLocus[(wavelength - 400) / 5]);
    ticks.push(`M${text([x, y])}m-2 0h4`);
    // At 500 nm u' is 0, where the numbers of the axis are.
    if (![460, 480, 520, 560, 600].includes(wavelength) && (isUV || wavelength !== 500)) continue;
    const isLeft = wavelength < 520;
    labels.push(label(wavelength + (wavelength === 560 ? " nm" : ""), x + (isLeft ? -6 : 6), y + (isLeft ? 4 : -4), isLeft ? "end" : "start"));
  }
  // A mark is one step larger for each power of ten of pixels.
  const radius = (pixels) => 0.9 + 0.55 * String(pixels).length;
  const dots = new Map();
  let diamonds = "";
  for (const [u, v, inside, clipped] of bins) {
    const uv = [u / 10000, v / 10000];
    const [x, y] = at(isUV ? uv : xyFromUV(uv));
    if (!(x > 0 && x < 320 && y > 0 && y < 300)) continue;
    const r = radius(inside + clipped);
    if (clipped === 0) dots.set(r, (dots.get(r) ?? "") + `M${text([x, y])}h0`);
    else { const s = (r + 0.8).toFixed(1); diamonds += `M${text([x, y])}m0-${s}l${s} ${s}-${s} ${s}-${s}-${s}z`; }
  }
  const white = text(point(d65));
  const names = isUV ? [[0.268, 0.245], [0.285, 0.315]] : [[0.48, 0.155], [0.385, 0.235]];
  return titled(isUV ? "uv" : "xy", "0 0 320 300", `${isUV ? "u′v′" : "xy"} diagram of the image’s colours`, description,
    svg("path", { class: "locus", d: line(spectralLocus) }),
    svg("path", { class: "ticks", fill: "none", d: `M${text(origin)}V8M${text(origin)}H314${ticks.join("")}` }), labels,
    svg("path", { class: "gamut-p3", d: line(displayP3) }), svg("path", { class: "gamut-srgb", d: line(sRGB) }),
    svg("path", { class: "white", d: `M${white}m-4 0h8m-4-4v8` }),
    [...dots].map(([r, d]) => svg("path", { class: "dots", "stroke-width": (2 * r).toFixed(1), d })),
    diamonds && svg("path", { class: "clipped", d: diamonds }),
    label("Display P3", ...at(names[0]), "start", "name"), label("sRGB", ...at(names[1]), "end", "name"));
};
