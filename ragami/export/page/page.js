import { byId, show } from "./regions.js";

// On a page without spoilers everything is sealed, and what tells the end is put in when one is there.
const sealed = byId("sealed");
const opened = (text) => new TextDecoder().decode(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)));
const content = sealed ? JSON.parse(opened(sealed.textContent)) : { data: JSON.parse(byId("data").textContent) };
const { spots, parts, moments, rounds, words } = content.data;
if (sealed) byId("part-story").outerHTML = content.parts.story;

const last = rounds.length;
const PAUSE = 1000;
const TITLE = 100;
const title = document.title;
const slider = byId("slider");
const story = byId("story");
const places = spots.map(byId);

// A markup that is made of parts is put together once.
parts.forEach((part, n) => {
  if (Array.isArray(part)) parts[n] = part.map((one) => parts[one]).join("");
});

// What every spot shows at every moment: its label and its markup, as numbers of parts.
const shown = [];
const running = spots.map(() => [-1, -1]);
for (const changes of moments) {
  for (let i = 0; i < changes.length; i += 3) {
    running[changes[i]] = [changes[i + 1], changes[i + 2]];
  }
  shown.push(running.slice());
}

let now = 0; // 0 is the moment before record 1, at which the page never stands still
let standing = spots.map(() => null);
let timer = null;

const draw = (seq, step) => {
  shown[seq].forEach((spot, n) => {
    const before = standing[n];
    if (!before || before[0] !== spot[0] || before[1] !== spot[1]) {
      show(places[n], [parts[spot[0]], parts[spot[1]]], step);
    } else {
      places[n].classList.remove("fresh");
    }
  });
  standing = shown[seq];
  const later = byId("course-later");
  if (!later) return;
  const { width, height } = byId("course").viewBox.baseVal;
  later.setAttribute("x", (width * seq) / last);
  later.setAttribute("width", width - (width * seq) / last);
  later.setAttribute("height", height);
};

// How far one has got on a page without spoilers; on any other to the end.
let reached = sealed ? 0 : last;
const over = () => reached === last;
const marked = [...story.querySelectorAll("[data-until]")].map((span) => ({
  span, until: Number(span.dataset.until), after: [...span.childNodes], kind: span.closest("li").className,
}));
const reach = (seq) => {
  reached = seq;
  for (const entry of story.querySelectorAll("li")) {
    entry.hidden = Number(entry.id.slice("record-".length)) > seq;
  }
  for (const list of story.querySelectorAll("ol")) {
    list.hidden = !list.querySelector("li:not([hidden])");
    list.previousElementSibling.hidden = list.hidden;
  }
  // What was undone or corrected stands as it was, until one knows of it.
  for (const { span, until, after, kind } of marked) {
    if (until > seq) span.textContent = span.dataset.before;
    else span.replaceChildren(...after);
    span.closest("li").className = until > seq ? "event" : kind;
  }
  if (!over()) return;
  for (const part of ["result", "chart", "remarks"]) {
    byId(`part-${part}`).innerHTML = content.parts[part];
  }
  slider.max = last;
  slider.hidden = false;
};

const tell = (seq) => {
  const entry = byId(`record-${seq}`);
  document.querySelector("[aria-current]")?.removeAttribute("aria-current");
  entry.querySelector("a").setAttribute("aria-current", "step");
  const findings = [...entry.querySelectorAll(".finding")].map((one) => one.cloneNode(true));
  const text = entry.querySelector("span").cloneNode(true);
  const said = byId("said");
  said.className = entry.className;
  said.replaceChildren(text, ...findings.map((one) => Object.assign(
    document.createElement("span"), { className: one.className, textContent: one.textContent })));
  // Only the list scrolls, where it is one that does; never the page.
  story.scrollTop += entry.getBoundingClientRect().top - story.getBoundingClientRect().top
    - story.clientHeight / 2;
};

let address = null;
const remember = (seq) => {
  clearTimeout(address);
  address = setTimeout(() => history.replaceState(null, "", `#${seq}`), 300);
};

const go = (seq) => {
  const to = Math.min(last, Math.max(1, seq));
  if (to === now) return;
  if (to > reached) reach(to);
  draw(to, now > 0 && Math.abs(to - now) === 1); // at first everything is new, and nothing is
  now = to;
  slider.value = to;
  const round = rounds[to - 1];
  const when = round ? words.round.replace("{round}", round) : words.setup;
  const record = words.record.replace("{seq}", to).replace("{last}", last);
  slider.setAttribute("aria-valuetext", `${when}, ${record}`);
  byId("count").textContent = over() ? `${when} · ${to}/${last}` : `${when} · ${to}`;
  tell(to);
  const text = byId("said").firstChild.textContent.trim();
  document.title = `${to}: ${text.length > TITLE ? `${text.slice(0, TITLE)}…` : text} · ${title}`;
  remember(to);
};

// The records with which a round begins; after an undo that may be an earlier round again.
const starts = rounds.flatMap((round, n) => (n === 0 || rounds[n - 1] !== round ? [n + 1] : []));
const roundBack = () => go(starts.findLast((start) => start < now) ?? 1);
const roundOn = () => go(starts.find((start) => start > now) ?? last);

const playing = (on) => {
  clearInterval(timer);
  timer = on ? setInterval(() => (now < last ? go(now + 1) : playing(false)), PAUSE) : null;
  const label = on ? words.pause : words.play;
  byId("play").setAttribute("aria-label", label);
  byId("play").title = label;
  byId("play").classList.toggle("playing", on);
};
const play = () => {
  if (!timer && now === last) go(1);
  playing(!timer);
};

// A link to this moment: with its title where that can be pasted, else its address alone.
const copy = async () => {
  const address = `${location.href.split("#")[0]}#${now}`;
  const link = Object.assign(document.createElement("a"), { href: address, textContent: document.title });
  const kinds = { "text/plain": address, "text/html": link.outerHTML };
  const told = byId("count");
  try {
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(
      Object.entries(kinds).map(([kind, text]) => [kind, new Blob([text], { type: kind })])))]);
    told.textContent = words.copied;
  } catch {
    told.textContent = address; // to be copied by hand
  }
};

const still = (act) => (event) => {
  playing(false);
  act(event);
};
const acts = {
  "round-back": still(roundBack),
  back: still(() => go(now - 1)),
  play,
  on: still(() => go(now + 1)),
  "round-on": still(roundOn),
  "copy-link": () => copy(),
};
const keys = {
  ArrowLeft: acts.back,
  ArrowRight: acts.on,
  PageUp: acts["round-back"],
  PageDown: acts["round-on"],
  Home: still(() => go(1)),
  End: still(() => go(reached)),
  " ": play,
};

for (const [id, act] of Object.entries(acts)) byId(id).addEventListener("click", act);
slider.addEventListener("input", still(() => go(Number(slider.value))));
story.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link) return;
  event.preventDefault();
  still(() => go(Number(link.hash.slice(1))))();
  const board = document.querySelector(".board");
  if (board.getBoundingClientRect().bottom < 0) board.scrollIntoView();
});
byId("part-chart").addEventListener("click", (event) => {
  const chart = event.target.closest("#course");
  if (!chart) return;
  const { left, width } = chart.getBoundingClientRect();
  still(() => go(Math.round(((event.clientX - left) / width) * last)))();
});
document.addEventListener("keydown", (event) => {
  const act = keys[event.key];
  const pressed = event.key === " " && event.target.closest("a, button, summary");
  if (!act || pressed || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  act();
});

const asked = (address) => {
  const seq = Number.parseInt(new URL(address).hash.slice(1), 10);
  return sealed && !(seq <= last) ? now || 1 : seq || last;
};
// What was asked for: what stood there a moment ago may be remembered over it by now.
addEventListener("hashchange", still((event) => go(asked(event.newURL))));
// On paper the game is over: the last board, and everything in words.
let before = last;
addEventListener("beforeprint", () => {
  before = now;
  still(() => go(reached))();
});
addEventListener("afterprint", () => go(before));
document.documentElement.classList.add("alive");
go(asked(location.href));
