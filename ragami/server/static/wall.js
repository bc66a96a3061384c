// The wall: what the server draws, the clock, and the parts of the page one after the other. Each is
// set as large as it fits; what does not fit in letters of this size has more pages, which turn.
import { clocked } from "./clock.js";
import { byId, say } from "./here.js";
import { Table } from "./table.js";

const asked = Number(new URLSearchParams(location.search).get("seconds"));
const TURN = 1000 * (asked > 0 ? asked : 10); // milliseconds that a page is shown
const NEWS = 18 * TURN; // so long only what is new is shown
const SMALLEST = 27; // lines of the smallest letters in the height of the screen
const LARGEST = 12;
const HAIR = 0.02; // of a page: what is lost by rounding
const STEP = 2; // pixels that make no difference
const MOST_COLUMNS = 4;
const FEW = 0.1; // many names on two lines make a list hard to read
const WIDE = matchMedia("(min-width: 960px)");

const parts = () => [...document.querySelectorAll("[data-turn]")]
  .filter((one) => one.querySelector("h2").textContent);
const list = (part) => part.querySelector("tbody, ol");
const news = () => parts().find((one) => one.dataset.turn === "news");

const set = (part, size, columns) => {
  part.style.setProperty("--size", `${size}px`);
  part.style.setProperty("--columns", columns);
  part.style.setProperty("--fill", "auto");
};

const count = (part) => {
  const inside = list(part);
  const gap = Number.parseFloat(getComputedStyle(inside).columnGap) || 0;
  return Math.max(1, Math.ceil((inside.scrollWidth + gap) / (inside.clientWidth + gap) - HAIR));
};

// How many of its rows, from 0 to 1, need a second line.
const broken = (part) => {
  const rows = [...list(part).children].filter((row) => !row.hidden);
  const heights = rows.map((row) => row.getBoundingClientRect().height);
  const line = Math.min(...heights);
  return heights.filter((height) => height > 1.5 * line).length / Math.max(1, heights.length);
};

// The heads of the columns stand over each of them.
const heads = (part, columns) => {
  const own = part.querySelector("thead tr");
  if (!own) return;
  const copies = Array.from({ length: columns - 1 }, () => own.cloneNode(true));
  for (const one of copies) one.setAttribute("aria-hidden", "true");
  part.querySelector("thead").replaceChildren(own, ...copies);
};

// The largest letters in which all of it fits on one page; else the fewest pages of the smallest.
// What was set already stays, as long as neither the text nor the screen is another.
const fit = (part) => {
  const now = `${innerWidth} ${innerHeight} ${part.textContent}`;
  if (part.fitted === now) return;
  const columns = Array.from({ length: MOST_COLUMNS }, (_, n) => n + 1);
  let size = Math.ceil(innerHeight / SMALLEST);
  const ways = columns.map((number) => {
    set(part, size, number);
    return { number, pages: count(part), hard: broken(part) > FEW };
  });
  ways.sort((one, other) => one.hard - other.hard || one.pages - other.pages);
  let { number } = ways[0];
  const larger = (tried) => columns.find((many) => {
    set(part, tried, many);
    return count(part) === 1 && !broken(part);
  });
  for (let over = Math.floor(innerHeight / LARGEST); ways[0].pages === 1 && over - size > STEP;) {
    const tried = Math.round((size + over) / 2);
    const fits = larger(tried);
    if (fits) [size, number] = [tried, fits];
    else over = tried;
  }
  set(part, size, number);
  if (ways[0].pages === 1) part.style.setProperty("--fill", "balance");
  heads(part, number);
  part.fitted = now;
};

class Wall {
  constructor() {
    this.until = 0;
    this.place = byId("page-of");
  }

  // Something is new: from its first page on.
  look() {
    const part = news();
    const text = part ? part.textContent : "";
    if (text !== this.seen && part) {
      this.until = Date.now() + NEWS;
      this.part = null;
    }
    this.seen = text;
    this.turn(this.part ? this.page : null);
  }

  // The parts that are shown now, in their order: what is new alone, later all of them.
  get shown() {
    const all = parts();
    const fresh = news();
    return fresh && Date.now() < this.until ? [fresh] : all;
  }

  next() {
    const inside = this.part && list(this.part);
    this.turn(inside && this.page + 1 < count(this.part) ? this.page + 1 : null);
  }

  // `page` of the part that is open, or the next part.
  turn(page) {
    document.documentElement.classList.toggle("turning", WIDE.matches);
    const shown = this.shown;
    if (!shown.includes(this.part) || page === null) {
      const part = shown[(shown.indexOf(this.part) + 1) % shown.length] ?? null;
      this.open(part);
    } else {
      fit(this.part);
      this.page = Math.min(page, count(this.part) - 1);
    }
    this.move();
  }

  open(part) {
    for (const one of document.querySelectorAll(".is-open")) one.classList.remove("is-open");
    this.part = part;
    this.page = 0;
    part?.classList.add("is-open");
    if (part) fit(part);
  }

  move() {
    if (!this.part) return;
    const inside = list(this.part);
    const gap = Number.parseFloat(getComputedStyle(inside).columnGap) || 0;
    inside.scrollLeft = this.page * (inside.clientWidth + gap);
    const pages = count(this.part);
    this.place.textContent = pages > 1 ? say("page", { page: this.page + 1, pages }) : "";
  }
}

const wall = new Wall();
clocked(new Table({ changed: () => wall.look() })).start();
addEventListener("resize", () => wall.turn(wall.part ? wall.page : null));
document.fonts?.ready.then(() => wall.look());
setInterval(() => wall.next(), TURN);
