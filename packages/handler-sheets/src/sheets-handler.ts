import {
  defineHandler,
  type Handler,
  type HandlerContext,
  type HandlerDefinition,
  type Source,
} from "@reader/core/handler";
import type { Workbook } from "./sheets/workbook.ts";
import { version } from "./version.ts";

/** Opens a workbook of one format. Throws `corrupt`, `encrypted` or `too-large`. */
export type OpenWorkbook = (source: Source, context: HandlerContext) => Promise<Workbook>;

/** A format of workbooks. */
export interface SheetsFormat {
  /** Also the name of the exported factory of the handler. */
  readonly name: string;
  readonly mediaTypes: HandlerDefinition["mediaTypes"];
  readonly sniff?: NonNullable<HandlerDefinition["sniff"]>;
  readonly canary?: NonNullable<HandlerDefinition["canary"]>;
  /** Loads the function that opens such files. Called for every read. */
  load(): Promise<OpenWorkbook>;
}

/** Creates the handler of a workbook format. All formats share rendering, selection and `info`. */
export function sheetsHandler(format: SheetsFormat): Handler {
  const { name, mediaTypes, sniff, canary } = format;
  return defineHandler({
    name,
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
