// What changes on a page: elements with an id, each with its words and its markup. The replay page
// and the live screens draw with this, and with nothing else.
const SVG = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);

export const show = (place, [label, markup], fresh) => {
  place.innerHTML = markup;
  if (label) {
    place.setAttribute("aria-label", label);
    const title = document.createElementNS(SVG, "title");
    title.textContent = label;
    place.prepend(title);
  } else {
    place.removeAttribute("aria-label");
  }
  // A picture of which nothing is said is decoration.
  if (!label && place.getAttribute("role") === "img") place.setAttribute("aria-hidden", "true");
  else place.removeAttribute("aria-hidden");
  place.classList.toggle("fresh", fresh);
};

// A finger does not hover: a sign that is tapped says what it is.
document.addEventListener("click", ({ target }) => target.closest?.(".piece[title]")?.classList.toggle("told"));
