import {
  extent,
  notice,
  ReadError,
  text,
  type HandlerContext,
  type HandlerEvent,
  type Notice,
  quoted,
} from "@reader/core/handler";
import { createYielder } from "@reader/core/internal";
import { withImageLines, type EmbeddedFile } from "@reader/document/content";
import { areMacrosAsked, macroEvents } from "@reader/office-kit/vba";
import { overviewOf, workbookNotices } from "./overview.ts";
import { selectSheets, type WorkbookSelection } from "./selection/select-sheets.ts";
import { sheetEvents } from "./sheet-events.ts";
import type { Workbook } from "./workbook.ts";

/** The path of a workbook, for messages, and what is requested of it. */
export interface SheetsRequest {
  readonly path: string;
  readonly context: HandlerContext;
}

/** Opens a workbook and yields the requested content in sheet order. Always closes the workbook. */
export async function* readSheets(open: () => Promise<Workbook>, request: SheetsRequest): AsyncGenerator<HandlerEvent> {
  const { context } = request;
  context.signal.throwIfAborted();
  const workbook = await open();
  try {
    const embedded = embeddedNamed(workbook, context.select);
    if (embedded !== undefined) {
      yield* context.nested(embedded.name, await embedded.bytes());
      return;
    }
    if (asksForMacros(workbook, context.select)) {
      yield* macroEvents(workbook.modules ?? []);
      return;
    }
    const selected = await selectSheets(workbook, request);
    yield extent("sheet", workbook.sheets.length);
    yield* workbookNotices(workbook);
    const overview = selected.isWhole ? await overviewOf(workbook) : "";
    if (overview !== "") yield text(overview);
    yield* hiddenSheets(workbook, selected);
    yield* withImageLines(selectedSheets(workbook, selected, createYielder(context.signal)), context);
    const closing = selected.isWhole ? ((await workbook.closingText?.()) ?? "") : "";
    if (closing !== "") yield text(closing);
  } finally {
    await workbook.close();
  }
}

function embeddedNamed({ embedded = [] }: Workbook, select: string | undefined): EmbeddedFile | undefined {
  const wanted = select?.trim().toLowerCase();
  return embedded.find(({ name }) => name.toLowerCase() === wanted);
}

/** True if the request asks for macros. A sheet with the same name takes precedence. */
function asksForMacros({ modules = [], sheets }: Workbook, select: string | undefined): boolean {
  return areMacrosAsked(select, modules) && sheets.every(({ name }) => name.toLowerCase() !== "macros");
}

async function* selectedSheets(
  workbook: Workbook,
  { sheets, withFormulas }: WorkbookSelection,
  pause: () => Promise<void>,
): AsyncGenerator<HandlerEvent> {
  let formulas = 0;
  const onFormulas = (count: number): void => void (formulas += count);
  for (const { index, ranges } of sheets) {
    const sheet = workbook.sheets[index];
    await pause();
    if (sheet === undefined) continue;
    const events = sheetEvents({ sheet, index, ranges, withFormulas, pause, onFormulas });
    yield* sheets.length === 1 ? events : untilDamage(events, { name: sheet.name, index });
  }
  if (formulas > 0 && !withFormulas) yield formulaNotice(formulas);
}

/** Yields the events of a sheet up to any damage, so that a damaged sheet does not affect the others. */
async function* untilDamage(
  events: AsyncIterable<HandlerEvent>,
  { name, index }: { readonly name: string; readonly index: number },
): AsyncGenerator<HandlerEvent> {
  try {
    yield* events;
  } catch (error) {
    if (!ReadError.is(error) || error.code !== "corrupt") throw error;
    yield notice(`Sheet ${quoted(name)} is damaged: ${error.message}`, { unit: "sheet", index: index + 1 });
  }
}

function formulaNotice(count: number): Notice {
  const what = count === 1 ? "One of the cells shown has a formula" : `${count} of the cells shown have formulas`;
  return notice(`${what}: put \`=\` before what you \`select\`, as in "=Sheet1!A1:D20" or "=" alone, to see them.`);
}

function hiddenSheets({ sheets }: Workbook, selected: WorkbookSelection): readonly Notice[] {
  const count = selected.sheets.filter(({ index }) => sheets[index]?.state !== "visible").length;
  return count === 0 ? [] : [{ type: "notice", code: "hidden-content", what: "sheet", count }];
}
