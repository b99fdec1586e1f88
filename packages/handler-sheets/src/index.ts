import {
  defineHandler,
  type Handler,
  type HandlerContext,
  type HandlerDefinition,
  type MediaType,
  type Source,
} from "@reader/core/handler";
import { encryptedOfficeOf } from "@reader/office-kit";
import manifest from "../package.json" with { type: "json" };
import type { SheetMemory } from "./xlsx/sheet-windows.ts";
import type { Workbook } from "./sheets/workbook.ts";

/** The version of this package, which is part of the report of a handler failure. */
const version: string = manifest.version;

/** Returns all handlers of this package, to pass to a reader or an isolation. */
export function sheets(): readonly Handler[] {
  return [xlsx(), ods(), xls(), xlsb(), dbf(), encryptedOffice()];
}

/** A handler for encrypted documents of Office 2007 and later. The handler of the inner format reads them. */
export function encryptedOffice(): Handler {
  return encryptedOfficeOf({ module: "@reader/handler-sheets", version });
}

/** A handler for Office Open XML workbooks: XLSX, XLSM, XLTX and XLTM. */
export function xlsx(): Handler {
  let memory: SheetMemory | undefined;
  return sheetsHandler({
    name: "xlsx",
    mediaTypes: ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
    canary: async () => (await import("./canary.ts")).canaryOf("xlsx"),
    async load() {
      const [{ openXlsx }, { createSheetMemory }] = await Promise.all([
        import("./xlsx/open-xlsx.ts"),
        import("./xlsx/sheet-windows.ts"),
      ]);
      memory ??= createSheetMemory();
      const kept = memory;
      return (source, context) => openXlsx(source, context, kept);
    },
  });
}

/** A handler for binary workbooks of Excel (`.xlsb`). Nothing is loaded before the first one is read. */
export function xlsb(): Handler {
  return sheetsHandler({
    name: "xlsb",
    mediaTypes: ["application/vnd.ms-excel.sheet.binary.macroenabled.12"],
    load: async () => (await import("./xls/open-xlsb.ts")).openXlsb,
  });
}

/**
 * A handler for workbooks of Excel 2 to 2003 (`.xls`), for XML Spreadsheet 2003, and for HTML tables with the file
 * extension of a workbook. Nothing is loaded before the first one is read.
 */
export function xls(): Handler {
  return sheetsHandler({
    name: "xls",
    mediaTypes: ["application/vnd.ms-excel"],
    sniff: sniffMarkupWorkbook,
    canary: async () => (await import("./canary.ts")).canaryOf("xls"),
    load: async () => (await import("./xls/open-xls.ts")).openXls,
  });
}

/** A handler for OpenDocument spreadsheets (`.ods`, `.fods`). Nothing is loaded before the first one is read. */
export function ods(): Handler {
  return sheetsHandler({
    name: "ods",
    mediaTypes: [
      "application/vnd.oasis.opendocument.spreadsheet",
      "application/vnd.oasis.opendocument.spreadsheet-flat-xml",
    ],
    canary: async () => (await import("./canary.ts")).canaryOf("ods"),
    load: async () => (await import("./ods/open-ods.ts")).openOds,
  });
}

/** A handler for dBASE tables (`.dbf`). Nothing is loaded before the first one is read. */
export function dbf(): Handler {
  return sheetsHandler({
    name: "dbf",
    mediaTypes: ["application/x-dbf"],
    canary: async () => (await import("./canary.ts")).canaryOf("dbf"),
    load: async () => (await import("./dbf/open-dbf.ts")).openDbf,
  });
}

/** Opens a workbook of one format. Throws `corrupt`, `encrypted` or `too-large`. */
type OpenWorkbook = (source: Source, context: HandlerContext) => Promise<Workbook>;

/** A format of workbooks. */
interface SheetsFormat {
  /** Also the name of the exported factory of the handler. */
  readonly name: string;
  readonly mediaTypes: HandlerDefinition["mediaTypes"];
  readonly sniff?: NonNullable<HandlerDefinition["sniff"]>;
  readonly canary?: NonNullable<HandlerDefinition["canary"]>;
  /** Loads the function that opens such files. Called for every read. */
  load(): Promise<OpenWorkbook>;
}

/** Creates the handler of a workbook format. All formats share rendering, selection and `info`. */
function sheetsHandler(format: SheetsFormat): Handler {
  const { name, mediaTypes, sniff, canary } = format;
  return defineHandler({
    name,
    tables: "own",
    mediaTypes,
    ...(sniff === undefined ? {} : { sniff }),
    ...(canary === undefined ? {} : { canary }),
    version,
    origin: { module: "@reader/handler-sheets", export: name, addons: "for-images" },
    async *read(source, context) {
      const [open, { readSheets }] = await Promise.all([format.load(), import("./sheets/read-sheets.ts")]);
      yield* readSheets(() => open(source, context), { path: source.path, context });
    },
    async info(source, context) {
      const [open, { describeSheets }] = await Promise.all([format.load(), import("./sheets/describe-sheets.ts")]);
      return describeSheets(() => open(source, context), context);
    },
    async outline(source, context) {
      const [open, { outlineSheets }] = await Promise.all([format.load(), import("./sheets/describe-sheets.ts")]);
      return outlineSheets(() => open(source, context), context);
    },
  });
}

const workbookType = "application/vnd.ms-excel";
const lessThan = 0x3c;

/** The root element of XML Spreadsheet 2003, whatever the name of the file. */
const xmlSpreadsheet = /<(?:[\w-]+:)?Workbook[\s>]/;
const xmlNamespace = "urn:schemas-microsoft-com:office:spreadsheet";

/** Extensions of workbooks. Web applications use them for HTML tables, because Excel opens those. */
const workbookName = /\.(?:xls|xlsx|xlsm|xlt)$/i;
const table = /<table[\s>]|urn:schemas-microsoft-com:office:excel/i;

/** Detects XML workbooks, and HTML tables with a workbook's file extension. */
export function sniffMarkupWorkbook(head: Uint8Array, name: string): MediaType | undefined {
  if (firstMark(head) !== lessThan) return undefined;
  const text = textOf(head);
  if (text.includes(xmlNamespace) && xmlSpreadsheet.test(text)) return workbookType;
  return workbookName.test(name) && table.test(text) ? workbookType : undefined;
}

/** Returns the first byte that is not part of a byte order mark, whitespace or a zero. */
function firstMark(head: Uint8Array): number | undefined {
  return head.find((byte) => byte > 0x20 && ![0xef, 0xbb, 0xbf, 0xff, 0xfe].includes(byte));
}

/** Decodes markup as ASCII, dropping the zero bytes of UTF-16. */
function textOf(head: Uint8Array): string {
  return new TextDecoder("latin1").decode(head).replaceAll("\0", "");
}
