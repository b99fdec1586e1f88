import type { LoadedStrings } from "./shared-strings.ts";
import type { PartSection } from "./split-elements.ts";

/** A stretch of a sheet that was unpacked, with the numbers of the row before it and of its last one. */
export interface KnownSection extends PartSection {
  readonly before: number;
  readonly last: number;
}

/** What was unpacked of one large sheet on the way to rows far down, so that their neighbours come at once. */
export interface SheetWindow {
  /** Sections that are worth unpacking behind the rows that were asked for. */
  readonly ahead: number;
  add(section: KnownSection): void;
  /** The sections that hold these rows, and the head of the sheet first; undefined where they are not all here. */
  sections(firstRow: number, lastRow: number): readonly KnownSection[] | undefined;
}

/** What is kept between the reads of a handler, by what the directory of the file says of a part. */
export interface SheetMemory {
  window(key: string): SheetWindow;
  strings(key: string): LoadedStrings | undefined;
  keepStrings(key: string, strings: LoadedStrings): void;
}

/** Bytes that are kept of one sheet, and of the strings of one workbook. */
const maxWindowBytes = 16 * 1024 * 1024;
const maxStringBytes = 32 * 1024 * 1024;

/** Sheets and workbooks that are kept. */
const maxWindows = 2;

/** Some 10 000 rows of ten cells. */
const sectionsAhead = 16;

/** Keeps nothing yet. */
export function createSheetMemory(): SheetMemory {
  const windows = new Map<string, SheetWindow>();
  const strings = new Map<string, LoadedStrings>();
  return {
    window(key) {
      const window = windows.get(key) ?? createSheetWindow();
      remember(windows, key, window);
      return window;
    },
    strings: (key) => strings.get(key),
    keepStrings(key, loaded) {
      if (loaded.bytes <= maxStringBytes) remember(strings, key, loaded);
    },
  };
}

/** The one that was used longest ago makes room. */
function remember<Value>(values: Map<string, Value>, key: string, value: Value): void {
  values.delete(key);
  values.set(key, value);
  const [oldest] = values.keys();
  if (values.size > maxWindows && oldest !== undefined) values.delete(oldest);
}

function createSheetWindow(): SheetWindow {
  let head: KnownSection | undefined;
  let kept: KnownSection[] = [];
  let bytes = 0;
  const drop = (): void => {
    while (bytes > maxWindowBytes && kept.length > 1) bytes -= kept.shift()?.bytes.length ?? 0;
  };
  return {
    ahead: sectionsAhead,
    add(section) {
      if (section.kind === "head") head = section;
      const end = kept.at(-1)?.last;
      if (section.kind !== "elements" || (end !== undefined && section.before < end)) return;
      if (section.before !== end) {
        kept = [];
        bytes = 0;
      }
      kept.push(section);
      bytes += section.bytes.length;
      drop();
    },
    sections(firstRow, lastRow) {
      const first = kept[0];
      const last = kept.at(-1);
      if (head === undefined || first === undefined || last === undefined) return undefined;
      if (first.before >= firstRow || last.last < lastRow) return undefined;
      return [head, ...kept.filter((section) => section.last >= firstRow && section.before < lastRow)];
    },
  };
}
