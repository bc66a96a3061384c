// For a wall: the time since the last event, and a screen that stays awake where that is allowed.
import { clocked } from "./clock.js";
import { byId, say, shown } from "./here.js";
import { Table } from "./table.js";

let last = null;
const table = clocked(new Table({ changed: ({ seq }) => {
  if (table.before !== undefined && table.before !== seq) last = Date.now();
  table.before = seq;
} }));

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
table.start();
