import type { HandlerEvent, TextPart } from "../contract/events.ts";
import type { Handler } from "../contract/handler.ts";
import { isSamePlace } from "../text/lines/sections.ts";

/** Characters that need quotes, and spaces at either end, which some programs drop. */
const needsQuotes = /[",\r\n]|^\s|\s$/;

/** Returns a field of CSV, quoted where RFC 4180 needs it. */
export function csvField(text: string): string {
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Returns a record of CSV without its line end. A record of one empty field is quoted, because an empty line is no
 * record.
 */
export function csvRecord(fields: readonly string[]): string {
  return fields.length === 1 && fields[0] === "" ? '""' : fields.map(csvField).join(",");
}

/** Returns the events of a handler with its tables as CSV, if the request asks for that and the handler leaves it to the core. */
export function withRequestedTables(
  events: AsyncIterable<HandlerEvent>,
  { tables }: Pick<Handler, "tables">,
  requested: string | undefined,
): AsyncIterable<HandlerEvent> {
  return requested === "csv" && tables === "markdown" ? csvTables(events) : events;
}

/** Writes the Markdown tables in text events as CSV. Code blocks, and all other text, stay as they are. */
export async function* csvTables(events: AsyncIterable<HandlerEvent>): AsyncGenerator<HandlerEvent, void, undefined> {
  const rewriter = createRewriter();
  let last: TextPart | undefined;
  // An unfinished line may go on in the next event.
  let open = "";
  const rest = (): readonly HandlerEvent[] => {
    const lines = [...(open === "" ? [] : rewriter.line(open)), ...rewriter.end()];
    open = "";
    if (last === undefined || lines.length === 0) return [];
    const { at } = last;
    return [{ type: "text", text: `${lines.join("\n")}\n`, ...(at === undefined ? {} : { at }) }];
  };
  try {
    for await (const event of events) {
      // The lines of an image have numbers, and are no tables.
      const isPlain = event.type === "text" && event.recognised === undefined && event.boxes === undefined;
      if (!isPlain || !isSamePlace(last?.at, event.at)) yield* rest();
      if (!isPlain) {
        yield event;
        continue;
      }
      last = event;
      const text = open + event.text.replaceAll(/\r\n?/g, "\n");
      const end = text.lastIndexOf("\n");
      open = text.slice(end + 1);
      const lines = end < 0 ? [] : text.slice(0, end).split("\n").flatMap(rewriter.line);
      yield { ...event, text: lines.map((line) => `${line}\n`).join("") };
    }
  } catch (error) {
    yield* rest();
    throw error;
  }
  yield* rest();
}

interface Rewriter {
  /** Takes a line and returns the lines that are certain now. */
  readonly line: (line: string) => readonly string[];
  /** Returns the line that is held back. A table may go on after it. */
  readonly end: () => readonly string[];
}

/** A row of a table: a line between bars. */
const row = /^ {0,3}\|.*\|\s*$/;
const delimiterCell = /^\s*:?-+:?\s*$/;
const fence = /^ {0,3}(`{3,}|~{3,})(.*)/;

/** A block with the output of a notebook cell, whose tables are tables of the document. */
const markdownOutput = "output markdown";

function createRewriter(): Rewriter {
  const code = createCodeBlocks();
  let held: string | undefined;
  let columns = 0;
  let hasTextAbove = false;
  let isAtStart = true;
  const plain = (line: string): string => {
    code.next(line);
    hasTextAbove = line.trim() !== "";
    return line;
  };
  const record = (line: string): string => csvRecord(filled(cellsOf(line), columns));
  const startTable = (header: string, width: number): readonly string[] => {
    const gap = hasTextAbove ? [""] : [];
    held = undefined;
    columns = width;
    hasTextAbove = true;
    return cellsOf(header).every((cell) => cell === "") ? gap : [...gap, record(header)];
  };
  /** Returns the line that was held back: a row if the table above goes on after the start of a page. */
  const release = (): readonly string[] => {
    if (held === undefined) return [];
    const line = held;
    held = undefined;
    return [columns > 0 ? record(line) : plain(line)];
  };
  const rowLine = (line: string): readonly string[] => {
    const width = held === undefined ? 0 : delimiterWidth(line);
    if (held !== undefined && width > 0) return startTable(held, width);
    const before = release();
    const mayBeHeader = columns === 0 || isAtStart;
    isAtStart = false;
    if (!mayBeHeader) return [...before, record(line)];
    held = line;
    return before;
  };
  const otherLine = (line: string): readonly string[] => {
    const before = release();
    const gap = columns > 0 && line.trim() !== "" ? [""] : [];
    isAtStart = false;
    columns = 0;
    return [...before, ...gap, plain(line)];
  };
  return {
    line: (line) => (!code.isOpen && row.test(line) ? rowLine(line) : otherLine(line)),
    end() {
      isAtStart = true;
      return release();
    },
  };
}

interface CodeBlocks {
  /** True within a block of code. */
  readonly isOpen: boolean;
  next(line: string): void;
}

function createCodeBlocks(): CodeBlocks {
  let marker = "";
  let isOpen = false;
  return {
    get isOpen() {
      return isOpen;
    },
    next(line) {
      const [, found = "", info = ""] = fence.exec(line) ?? [];
      if (marker === "") {
        marker = found;
        isOpen = found !== "" && info.trim() !== markdownOutput;
      } else if (found.startsWith(marker)) {
        marker = "";
        isOpen = false;
      }
    },
  };
}

function delimiterWidth(line: string): number {
  const cells = rawCells(line);
  return cells.every((cell) => delimiterCell.test(cell)) ? cells.length : 0;
}

function filled(cells: readonly string[], columns: number): readonly string[] {
  return Array.from({ length: Math.max(cells.length, columns) }, (_, at) => cells[at] ?? "");
}

function cellsOf(line: string): readonly string[] {
  return rawCells(line).map(cellValue);
}

/** Splits a row at its bars; one after a backslash belongs to the cell. */
function rawCells(line: string): readonly string[] {
  const cells: string[] = [];
  const trimmed = line.trim();
  let cell = "";
  for (let at = 1; at < trimmed.length; at += 1) {
    const character = trimmed[at] ?? "";
    if (character === "\\" && trimmed[at + 1] === "|") {
      cell += "|";
      at += 1;
    } else if (character === "|") {
      cells.push(cell);
      cell = "";
    } else cell += character;
  }
  return cells;
}

/** Returns the value of a cell: its lines, without emphasis that spans all of it. */
function cellValue(cell: string): string {
  const text = cell.trim().replaceAll(/\s*<br\s*\/?>\s*/gi, "\n");
  return text.replace(/^(\*{1,3})([^*]+)\1$/, "$2");
}
