/** Texts of cells by address, such as `B7`. */
export type ShownCells = ReadonlyMap<string, string>;

const header = /^\| \|(.*)\|$/u;
const tableRow = /^\|(\d+)(?: hidden)?\|(.*)\|$/u;
const loneStart = /^[A-Z]{1,3}(\d+)(?: \(hidden\))?: /u;
const bar = /(?<!\\)\|/u;

/** Reads the cells from the text of a sheet, as a model gets it: tables with column letters, or `A5: Total · C5: 12`. */
export function shownCells(text: string): ShownCells {
  const cells = new Map<string, string>();
  let columns: readonly string[] = [];
  for (const line of text.split("\n")) {
    const head = header.exec(line);
    if (head !== null) {
      columns = (head[1] ?? "").split(bar).map((name) => /^[A-Z]+/u.exec(name)?.[0] ?? "");
      continue;
    }
    const [, row = "", values = ""] = tableRow.exec(line) ?? [];
    if (row !== "") {
      for (const [at, value] of values.split(bar).entries()) addCell(cells, `${columns[at] ?? "?"}${row}`, value);
      continue;
    }
    const lone = loneStart.exec(line);
    if (lone !== null) addLoneCells(cells, line, lone[1] ?? "");
  }
  return cells;
}

/** Only an address of the same row starts the next cell, so ` · ` in a text does not. */
function addLoneCells(cells: Map<string, string>, line: string, row: string): void {
  for (const part of line.split(new RegExp(` · (?=[A-Z]{1,3}${row}(?: \\(hidden\\))?: )`, "u"))) {
    const [, address = "", value = ""] = /^([A-Z]{1,3}\d+)(?: \(hidden\))?: (.*)$/u.exec(part) ?? [];
    addCell(cells, address, value);
  }
}

function addCell(cells: Map<string, string>, address: string, value: string): void {
  const text = value.replaceAll("<br>", "\n").replaceAll(String.raw`\|`, "|");
  if (text.trim() !== "" && !cells.has(address)) cells.set(address, text);
}
