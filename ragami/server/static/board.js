// The board screen: whole size, larger and smaller, on the whole screen.
import { clocked } from "./clock.js";
import { byId, shown } from "./here.js";
import { Table } from "./table.js";

const SIZES = [100, 150, 200, 300];
const table = clocked(new Table());
let size = Math.max(0, SIZES.indexOf(Number(byId("board").dataset.size)));

const resize = (by) => {
  size = Math.min(SIZES.length - 1, Math.max(0, size + by));
  byId("board").dataset.size = SIZES[size];
  byId("smaller").disabled = size === 0;
  byId("larger").disabled = size === SIZES.length - 1;
};

byId("larger").addEventListener("click", () => resize(1));
byId("smaller").addEventListener("click", () => resize(-1));
shown("full", Boolean(document.fullscreenEnabled));
byId("full").addEventListener("click", () => byId("board").requestFullscreen());
resize(0);
table.start();
