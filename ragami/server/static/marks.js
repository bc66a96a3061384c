// Places of the board that can be tapped: while a question is open, they are lit.
import { byId } from "./here.js";

const WIDE = matchMedia("(min-width: 960px)");

export class Marks {
  marks = [];

  // Lights the places of some values; false where the board has none of them.
  set(values, taken) {
    this.unmark();
    const board = byId("board");
    for (const { place, value } of board ? values : []) {
      const found = place && board.querySelector(`[data-place="${CSS.escape(place)}"]`);
      if (found) this.mark(found, () => taken(value));
    }
    board?.classList.toggle("choosing", this.marks.length > 0);
    if (this.marks.length) this.bring();
    else this.release();
    return this.marks.length > 0;
  }

  mark(place, taken) {
    const act = (event) => {
      if (event.type === "keydown" && !["Enter", " "].includes(event.key)) return;
      event.preventDefault();
      taken();
    };
    place.classList.add("may");
    place.setAttribute("tabindex", "0");
    place.setAttribute("role", "button");
    place.addEventListener("click", act);
    place.addEventListener("keydown", act);
    this.marks.push([place, act]);
  }

  // On a phone the board comes to the question, and goes back after it.
  bring() {
    const board = byId("board");
    if (WIDE.matches || this.home || !byId("stage")) return;
    this.home = { parent: board.parentElement, next: board.nextSibling };
    byId("stage").append(board);
  }

  release() {
    if (!this.home) return;
    this.home.parent.insertBefore(byId("board"), this.home.next);
    this.home = null;
  }

  unmark() {
    for (const [place, act] of this.marks) {
      place.classList.remove("may");
      place.removeAttribute("tabindex");
      place.setAttribute("role", "img");
      place.removeEventListener("click", act);
      place.removeEventListener("keydown", act);
    }
    this.marks = [];
    byId("board")?.classList.remove("choosing");
  }

  clear() {
    this.unmark();
    this.release();
  }
}
