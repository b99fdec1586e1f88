/** A cell as the library gives it; `t` is its type, `z` its number format. */
export interface ParsedCell {
  readonly t: "s" | "n" | "b" | "e" | "z";
  readonly v?: string | number | boolean;
  readonly f?: string;
  /** The cells that the formula fills: `A1:B2`. */
  readonly F?: string;
  readonly z?: string | number;
  readonly c?: readonly { readonly a?: string; readonly t?: string }[];
  readonly l?: { readonly Target?: string };
}

/** A corner of a range, from 0. */
export interface ParsedAddress {
  readonly r: number;
  readonly c: number;
}

/** A sheet as the library gives it in its dense form: rows and cells may be missing. */
export interface ParsedSheet {
  readonly "!data"?: readonly (readonly (ParsedCell | undefined)[] | undefined)[];
  readonly "!type"?: string;
  readonly "!autofilter"?: { readonly ref?: string };
  readonly "!merges"?: readonly { readonly s: ParsedAddress; readonly e: ParsedAddress }[];
  readonly "!rows"?: readonly ({ readonly hidden?: boolean } | undefined)[];
  readonly "!cols"?: readonly ({ readonly hidden?: boolean } | undefined)[];
}

/** A workbook as the library gives it. */
export interface ParsedWorkbook {
  readonly SheetNames: readonly string[];
  readonly Sheets: Readonly<Record<string, ParsedSheet>>;
  readonly Props?: Readonly<Record<string, unknown>>;
  readonly Workbook?: {
    readonly Sheets?: readonly { readonly Hidden?: number; readonly strRelID?: string; readonly id?: string }[];
    readonly Names?: readonly ParsedName[];
    readonly WBProps?: { readonly date1904?: boolean };
  };
}

/** A defined name as the library gives it; `Sheet` is where it counts, from 0, absent for everywhere. */
export interface ParsedName {
  readonly Name?: string;
  readonly Ref?: string;
  readonly Sheet?: number | null;
  readonly Hidden?: boolean;
}

/** A compound file, or a package made to look like one. */
export interface CompoundFile {
  /** The names of the streams with their storages: `Root Entry/Workbook`. */
  readonly FullPaths: readonly string[];
  readonly FileIndex: readonly {
    readonly content?: Uint8Array | readonly number[];
    readonly type?: number;
    readonly size?: number;
  }[];
}

/** What is used of the library. */
export interface SheetEngine {
  read(bytes: Uint8Array, options: ParseOptions): ParsedWorkbook;
  parse_xlscfb(file: CompoundFile, options: ParseOptions): ParsedWorkbook;
  parse_zip(file: CompoundFile, options: ParseOptions): ParsedWorkbook;
  readonly CFB: {
    read(bytes: Uint8Array, options: { readonly type: "array" }): CompoundFile;
    write(file: CompoundFile, options: { readonly type: "buffer" }): Uint8Array;
    readonly utils: {
      cfb_new(): CompoundFile;
      cfb_add(file: CompoundFile, path: string, content: Uint8Array): void;
    };
  };
  set_cptable(tables: unknown): void;
}

/** How the library is to read. */
export type ParseOptions = Readonly<Record<string, unknown>>;

/** Rows as arrays, formats and hidden rows with them, and neither texts nor HTML of cells: we make the texts. */
export const parseOptions: ParseOptions = {
  type: "array",
  dense: true,
  cellNF: true,
  cellText: false,
  cellStyles: true,
  cellHTML: false,
};

let engine: Promise<SheetEngine> | undefined;
let withCodePages: Promise<SheetEngine> | undefined;

/** Loads SheetJS, which reads XLS, XLSB and DBF. */
export function loadSheetEngine(): Promise<SheetEngine> {
  // Its own types do not know all of its exports.
  engine ??= import("@e965/xlsx").then((module: unknown) => module as SheetEngine);
  return engine;
}

/** The same with the tables of old code pages, which take longer to load than the library itself. */
export function loadCodePages(): Promise<SheetEngine> {
  withCodePages ??= Promise.all([loadSheetEngine(), import("@e965/xlsx/dist/cpexcel.full.mjs")]).then(
    ([loaded, tables]) => {
      loaded.set_cptable(tables);
      return loaded;
    },
  );
  return withCodePages;
}
