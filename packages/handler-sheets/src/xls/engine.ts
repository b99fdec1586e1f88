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

/**
 * The part of SheetJS that is used. Workbooks come back as `unknown`: values from a damaged file have any type, so that
 * `checkWorkbook` looks at them first.
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

/** Loads SheetJS, which reads XLS, XLSB and XML Spreadsheet 2003. */
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
