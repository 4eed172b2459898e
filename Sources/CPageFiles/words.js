// Numbers for people, as the command prints them.

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
