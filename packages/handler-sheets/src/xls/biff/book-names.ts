import { wordAt, type BiffRecord } from "./records.ts";
import { shortStringAt, unicodeTextAt } from "./strings.ts";

/** The names and sheets that formulas of a workbook refer to by number. */
export interface BookNames {
  /** Adds a global record of the workbook. Other records are ignored. */
  add(record: BiffRecord): void;
  /** Returns a defined name by its index, from 1, or `undefined`. */
  nameAt(index: number): string | undefined;
  /**
   * Returns a link's sheet by the link's index; `undefined` if there is no such link or it refers to another workbook.
   */
  sheetAt(link: number): string | undefined;
}

const types = { name: 0x18, sheet: 0x85, book: 0x1ae, links: 0x17 };

/** SUPBOOK of the workbook itself ([MS-XLS] 2.4.271). */
const ownBook = 0x0401;

/** Size of a link in bytes: its book, first sheet and last sheet ([MS-XLS] 2.5.345). */
const linkBytes = 6;

/** Flag of built-in names, whose single character is a code ([MS-XLS] 2.4.150). */
const isBuiltIn = 0x20;

/** Creates an empty table of names. */
export function createBookNames(): BookNames {
  const names: string[] = [];
  const sheets: string[] = [];
  const isOwn: boolean[] = [];
  const links: { readonly book: number; readonly sheet: number }[] = [];
  const takers: Readonly<Record<number, (data: DataView) => void>> = {
    [types.name]: (data) => void names.push(nameOf(data)),
    [types.sheet]: (data) => void sheets.push(shortStringAt(data, 6)),
    [types.book]: (data) => void isOwn.push(wordAt(data, 2) === ownBook),
    [types.links](data) {
      const end = Math.min(data.byteLength, 2 + wordAt(data, 0) * linkBytes);
      for (let at = 2; at + linkBytes <= end; at += linkBytes) {
        links.push({ book: wordAt(data, at), sheet: wordAt(data, at + 2) });
      }
    },
  };
  return {
    add: ({ type, data }) => takers[type]?.(data),
    nameAt: (index) => names[index - 1],
    sheetAt(index) {
      const link = links[index];
      return link === undefined || isOwn[link.book] !== true ? undefined : sheets[link.sheet];
    },
  };
}

/** Reads the name, which follows 14 bytes of other fields. */
function nameOf(data: DataView): string {
  const isOwnName = (wordAt(data, 0) & isBuiltIn) !== 0;
  return isOwnName || data.byteLength < 15 ? "" : unicodeTextAt(data, 14, data.getUint8(3));
}
