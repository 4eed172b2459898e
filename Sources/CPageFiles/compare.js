"use strict";
for (const figure of document.querySelectorAll(".slide")) {
  const [first, second] = figure.querySelectorAll("img"), slider = figure.querySelector("input");
  const show = () => { second.style.clipPath = `inset(0 0 0 ${slider.value}%)`; };
  slider.setAttribute("aria-label", "How much of A is shown over B");
  slider.addEventListener("input", show);
  first.style.position = "relative";
  figure.style.position = "relative";
  second.style.position = "absolute";
  second.style.left = second.style.top = "0";
  slider.style.width = `${first.width}px`;
  figure.hidden = false;
  show();
}
