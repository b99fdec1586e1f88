import type { LoadedStrings } from "./shared-strings.ts";
import type { PartSection } from "./split-elements.ts";

/** An unpacked section of a sheet, with the numbers of the row before it and of its last row. */
export interface KnownSection extends PartSection {
  readonly before: number;
  readonly last: number;
}

/**
 * Sections of a large sheet that were unpacked on the way to rows far down, so that reads of neighbouring rows are
 * fast.
 */
export interface SheetWindow {
  /** Number of sections to unpack after the requested rows. */
  readonly ahead: number;
  add(section: KnownSection): void;
  /** Returns the head of the sheet and the sections with these rows, or `undefined` if some are not cached. */
  sections(firstRow: number, lastRow: number): readonly KnownSection[] | undefined;
}

/** The cache between reads of a handler, by ZIP directory entry. */
export interface SheetMemory {
  window(key: string): SheetWindow;
  strings(key: string): LoadedStrings | undefined;
  keepStrings(key: string, strings: LoadedStrings): void;
}

/** Maximum cache size of one sheet, and of the strings of one workbook, in bytes. */
const maxWindowBytes = 16 * 1024 * 1024;
const maxStringBytes = 32 * 1024 * 1024;

/** Maximum number of cached sheets and workbooks. */
const maxWindows = 2;

/** About 10 000 rows of ten cells. */
const sectionsAhead = 16;

/** Creates an empty cache. */
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

/** Adds a value to the cache and evicts the least recently used one. */
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
