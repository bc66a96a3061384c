// The wall: what the server draws, and the clock.
import { clocked } from "./clock.js";
import { Table } from "./table.js";

clocked(new Table()).start();
