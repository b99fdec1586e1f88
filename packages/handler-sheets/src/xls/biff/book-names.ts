import { wordAt, type BiffRecord } from "./records.ts";
import { shortStringAt, unicodeTextAt } from "./strings.ts";

/** What formulas of a workbook refer to by number. */
export interface BookNames {
  /** Takes a record of the globals of a workbook; others are passed over. */
  add(record: BiffRecord): void;
  /** A defined name, counted from 1; undefined where there is none. */
  nameAt(index: number): string | undefined;
  /** The sheet of a link, by its index among the links; undefined where it is of another workbook, or there is none. */
  sheetAt(link: number): string | undefined;
}

const types = { name: 0x18, sheet: 0x85, book: 0x1ae, links: 0x17 };

/** SUPBOOK of the workbook itself ([MS-XLS] 2.4.271). */
const ownBook = 0x0401;

/** Bytes of a link: its book, its first sheet and its last one ([MS-XLS] 2.5.345). */
const linkBytes = 6;

/** Names whose one character is a number of Excel's own ([MS-XLS] 2.4.150). */
const isBuiltIn = 0x20;

/** Knows nothing yet. */
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

/** The characters stand behind fourteen bytes of other facts. */
function nameOf(data: DataView): string {
  const isOwnName = (wordAt(data, 0) & isBuiltIn) !== 0;
  return isOwnName || data.byteLength < 15 ? "" : unicodeTextAt(data, 14, data.getUint8(3));
}
