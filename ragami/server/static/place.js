// What the QR code of a result slip leads to: whoever sits there takes the seat.
import { member } from "./device.js";
import { byId, here, shown } from "./here.js";
import { sit } from "./sitting.js";

const own = member(here.table);
shown("sit", own?.role === "seat");
byId("sit").addEventListener("click", () =>
  sit(own).catch((error) => { byId("sent").textContent = error.message; }));
