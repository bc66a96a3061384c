// For a wall: the time since the last event, and a screen that stays awake where that is allowed.
import { clocked } from "./clock.js";
import { byId, say, shown } from "./here.js";
import { Table } from "./table.js";

let last = null;
const table = clocked(new Table({ changed: ({ seq }) => {
  if (table.before !== undefined && table.before !== seq) last = Date.now();
  table.before = seq;
  fitAll();
} }));

// What stands on a wall is set as large as all of it fits; a map fits by itself.
const WIDE = matchMedia("(min-width: 960px)");
const BELOW = 20; // pixels
const SMALLEST = 0.3, HALVINGS = 7;
const fit = (place, last, largest) => {
  if (!place) return;
  let [fits, over] = [SMALLEST, largest];
  place.style.zoom = over;
  const whole = () => last.getBoundingClientRect().bottom + scrollY <= innerHeight - BELOW
    && place.scrollWidth <= place.clientWidth + 1;
  for (let n = 0; WIDE.matches && n < HALVINGS && !(n === 0 && whole()); n++) {
    place.style.zoom = (fits + over) / 2;
    if (whole()) fits = (fits + over) / 2;
    else over = (fits + over) / 2;
    place.style.zoom = fits;
  }
  if (!WIDE.matches) place.style.zoom = 1;
};
const fitAll = () => {
  const panels = byId("board").querySelector(".panels");
  fit(panels, panels, 2.5);
  const side = document.querySelector(".side");
  fit(side, document.querySelector(".corner"), 1);
};
addEventListener("resize", fitAll);
addEventListener("load", fitAll); // the code is a picture, and comes last

const two = (number) => String(number).padStart(2, "0");
setInterval(() => {
  if (last === null) return;
  const seconds = Math.floor((Date.now() - last) / 1000);
  const time = `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  byId("quiet").textContent = say("since", { time });
}, 1000);

// Only on the laptop itself: plain http on the network has no wake lock.
let lock = null;
const stay = async () => {
  try {
    lock = await navigator.wakeLock.request("screen");
    byId("awake").setAttribute("aria-pressed", "true");
  } catch {
    table.trouble(say("no-wake"));
  }
};
shown("awake", "wakeLock" in navigator);
byId("awake").addEventListener("click", stay);
document.addEventListener("visibilitychange", () => {
  if (lock && document.visibilityState === "visible") stay();
});
fitAll();
table.start();
