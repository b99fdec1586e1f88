import { cellAddress, columnLetters } from "@reader/document/tables";
import { wordAt, type BiffRecord, byteAt, shortStringAt, unicodeTextAt } from "./records.ts";

/** The names and sheets that formulas of a workbook refer to by number. */
export interface BookNames {
  /** Adds a global record of the workbook. Other records are ignored. */
  add(record: BiffRecord): void;
  /** Returns a defined name by its index, from 1, or `undefined`. */
  nameAt(index: number): string | undefined;
  /** Returns the name of a sheet by its index, from 0, or `undefined`. */
  sheetNamed(index: number): string | undefined;
  /**
   * Returns a link's sheet by the link's index; `undefined` if there is no such link or it refers to another workbook.
   */
  sheetAt(link: number): string | undefined;
  /** The other workbooks and DDE sources that formulas refer to. */
  readonly externalBooks: readonly string[];
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
  const externalBooks: string[] = [];
  const links: { readonly book: number; readonly sheet: number }[] = [];
  const takers: Readonly<Record<number, (data: DataView) => void>> = {
    [types.name]: (data) => void names.push(nameOf(data)),
    [types.sheet]: (data) => void sheets.push(shortStringAt(data, 6)),
    [types.book](data) {
      isOwn.push(wordAt(data, 2) === ownBook);
      const path = externalPath(data);
      if (path !== "" && externalBooks.length < maxBooks) externalBooks.push(path);
    },
    [types.links](data) {
      const end = Math.min(data.byteLength, 2 + wordAt(data, 0) * linkBytes);
      for (let at = 2; at + linkBytes <= end; at += linkBytes) {
        links.push({ book: wordAt(data, at), sheet: wordAt(data, at + 2) });
      }
    },
  };
  return {
    externalBooks,
    add: ({ type, data }) => takers[type]?.(data),
    nameAt: (index) => names[index - 1],
    sheetNamed: (index) => sheets[index],
    sheetAt(index) {
      const link = links[index];
      return link === undefined || isOwn[link.book] !== true ? undefined : sheets[link.sheet];
    },
  };
}

/** Maximum number of external workbooks. */
const maxBooks = 200;

/** SUPBOOK of add-in functions. */
const addIns = 0x3a01;

/** Length of a longer path is invalid ([MS-XLS] 2.4.271). */
const maxPathCharacters = 255;

/** Returns the path of an external workbook; empty for the workbook itself, for add-ins and for unused links (a space). */
function externalPath(data: DataView): string {
  const length = wordAt(data, 2);
  if (length === ownBook || length === addIns || length === 0 || length > maxPathCharacters) return "";
  return virtualPath(unicodeTextAt(data, 4, length)).trim();
}

/** Codes of a virtual path ([MS-XLS] 2.5.277). */
const pathCodes = { start: 1, root: 2, separator: 3, parent: 4, address: 5 };

/** Decodes a path of a file, or the program and the topic of a DDE link. */
function virtualPath(coded: string): string {
  const isPath = coded.charCodeAt(0) === pathCodes.start;
  const [first = 0, second = "", ...more] = isPath ? [coded.charCodeAt(1), coded.slice(2, 3), coded.slice(3)] : [];
  if (first === pathCodes.address) return more.join("");
  const isVolume = first === pathCodes.start;
  const volume = second === "@" ? "\\\\" : `${second}:\\`;
  const rest = coded.slice(isVolume ? 3 : Number(isPath));
  const separator = isPath ? "\\" : "|";
  return (isVolume ? volume : "") + rest.replaceAll(/[^]/g, (each) => pathText(each, separator));
}

function pathText(character: string, separator: string): string {
  const code = character.charCodeAt(0);
  if (code === pathCodes.separator) return separator;
  if (code === pathCodes.root) return "\\";
  if (code === pathCodes.parent) return "..\\";
  return code < 0x20 ? "" : character;
}

/** Reads the name, which follows 14 bytes of other fields. */
function nameOf(data: DataView): string {
  const isOwnName = (wordAt(data, 0) & isBuiltIn) !== 0;
  return isOwnName || data.byteLength < 15 ? "" : unicodeTextAt(data, 14, data.getUint8(3));
}

/** The position of a parsed formula in a record. */
interface FormulaPlace {
  readonly at: number;
  readonly bytes: number;
}

/** Formula tokens without their class ([MS-XLS] 2.5.198.25), and their sizes. */
const tokens = { name: 0x03, cell: 0x04, area: 0x05, cellOfSheet: 0x1a, areaOfSheet: 0x1b };
const sizes: Readonly<Record<number, number>> = {
  [tokens.name]: 5,
  [tokens.cell]: 5,
  [tokens.area]: 9,
  [tokens.cellOfSheet]: 7,
  [tokens.areaOfSheet]: 11,
};

/** Tokens below this have no class. */
const firstClassed = 0x20;
const withoutClass = 0x1f;

/** Formats a formula that is a single reference: `Lists!$A$1:$A$9`. Returns `undefined` for any other formula. */
export function referenceWords(data: DataView, { at, bytes }: FormulaPlace, book: BookNames): string | undefined {
  const token = byteAt(data, at);
  const kind = token & withoutClass;
  if (token < firstClassed || sizes[kind] !== bytes || at + bytes > data.byteLength) return undefined;
  switch (kind) {
    case tokens.name:
      return book.nameAt(wordAt(data, at + 1)) || undefined;
    case tokens.cell:
      return cellWords(data, at + 1, at + 3);
    case tokens.area:
      return areaWords(data, at + 1);
    case tokens.cellOfSheet:
      return onSheet(book.sheetAt(wordAt(data, at + 1)), cellWords(data, at + 3, at + 5));
    default:
      return onSheet(book.sheetAt(wordAt(data, at + 1)), areaWords(data, at + 3));
  }
}

/** Flags of relative columns and rows ([MS-XLS] 2.5.198.109). */
const isLooseColumn = 0x4000;
const isLooseRow = 0x8000;
const columnBits = 0x3fff;

function cellWords(data: DataView, rowAt: number, columnAt: number): string {
  const written = wordAt(data, columnAt);
  const column = (written & columnBits) + 1;
  const row = wordAt(data, rowAt) + 1;
  const address = cellAddress(row, column);
  const letters = columnLetters(column);
  const fixedColumn = (written & isLooseColumn) === 0 ? "$" : "";
  const fixedRow = (written & isLooseRow) === 0 ? "$" : "";
  return `${fixedColumn}${letters}${fixedRow}${address.slice(letters.length)}`;
}

function areaWords(data: DataView, at: number): string {
  const first = cellWords(data, at, at + 4);
  const last = cellWords(data, at + 2, at + 6);
  return first === last ? first : `${first}:${last}`;
}

const plainName = /^[\p{L}_][\p{L}\p{N}_.]*$/u;

function onSheet(sheet: string | undefined, words: string): string | undefined {
  if (sheet === undefined) return undefined;
  return `${plainName.test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`}!${words}`;
}
