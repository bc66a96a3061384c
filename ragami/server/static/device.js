// Who this device is at a table: its token, which stays in this browser and is sent in a header.
const HALL = "*";
const place = (table) => `ragami/${table}`;

const read = (table) => {
  try {
    return JSON.parse(localStorage.getItem(place(table)));
  } catch {
    return null; // a browser that keeps nothing, or something else wrote there
  }
};

export const member = (table) => read(table);

// Of a device that several people share: the seat that it was handed to last, else its first one.
export const handed = (own) => (own?.seats?.includes(own.handed) ? own.handed : null);

// The referee's token counts for every table.
export const referee = () => read(HALL);

export const remember = (joined) => {
  try {
    localStorage.setItem(place(joined.table ?? HALL), JSON.stringify(joined));
  } catch {
    // private browsing: it lasts as long as this page
  }
};

export const forget = (table) => {
  try {
    localStorage.removeItem(place(table ?? HALL));
  } catch {
    // it was never kept
  }
};
