import { builtinNumberFormat } from "../sheets/number-formats/builtin-number-format.ts";

/** A compound file, or a package in the same form. */
export interface CompoundFile {
  /** Stream paths: `Root Entry/Workbook`. */
  readonly FullPaths: readonly string[];
  readonly FileIndex: readonly {
    readonly content?: Uint8Array | readonly number[];
    readonly type?: number;
    readonly size?: number;
  }[];
}

/**
 * The functions of SheetJS in use. Workbooks are returned as `unknown`, because values from a damaged file can have any
 * type; `checkWorkbook` validates them.
 */
export interface SheetEngine {
  read(bytes: Uint8Array, options: ParseOptions): unknown;
  parse_xlscfb(file: CompoundFile, options: ParseOptions): unknown;
  parse_zip(file: CompoundFile, options: ParseOptions): unknown;
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

/** Options of SheetJS for reading. */
export type ParseOptions = Readonly<Record<string, unknown>>;

/** Rows as arrays, with formats and hidden rows. Text and HTML of cells are off, because we format values ourselves. */
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

/** SheetJS, with the table of number formats that all its functions share. */
interface SheetLibrary extends SheetEngine {
  readonly SSF: { get_table(): Record<number, string> };
}

/** Loads SheetJS, which reads XLS, XLSB and XML Spreadsheet 2003. */
export function loadSheetEngine(): Promise<SheetEngine> {
  // Its type declarations lack some of its exports.
  engine ??= import("@e965/xlsx").then((module: unknown) => withOwnFormats(module as SheetLibrary));
  return engine;
}

/** Number of identifiers of built-in formats; custom ones begin later ([MS-XLS] 2.4.126). */
const builtinFormats = 60;

/**
 * SheetJS keeps number formats in a global table and clears it only for packages, so that a cell of one file could get
 * the format of an earlier file, also of one that the program read with SheetJS itself. Before each file, this puts back
 * the built-in formats, with those that SheetJS leaves to the file.
 */
function withOwnFormats(library: SheetLibrary): SheetEngine {
  const identifiers = Array.from({ length: builtinFormats }, (_, id) => id);
  const own = Object.fromEntries(identifiers.map((id) => [id, builtinNumberFormat(id)]));
  const reset = (): void => {
    const table = library.SSF.get_table();
    for (const id of Object.keys(table)) Reflect.deleteProperty(table, id);
    Object.assign(table, own);
  };
  return {
    ...library,
    read(bytes, options) {
      reset();
      return library.read(bytes, options);
    },
    parse_xlscfb(file, options) {
      reset();
      return library.parse_xlscfb(file, options);
    },
  };
}

/** Loads SheetJS with the tables of old code pages, which take longer to load than SheetJS itself. */
export function loadCodePages(): Promise<SheetEngine> {
  withCodePages ??= Promise.all([loadSheetEngine(), import("@e965/xlsx/dist/cpexcel.full.mjs")]).then(
    ([loaded, tables]) => {
      loaded.set_cptable(tables);
      return loaded;
    },
  );
  return withCodePages;
}
