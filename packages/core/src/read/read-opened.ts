import type { NoOutline, Notice } from "../contract/notices.ts";
import type { Handler } from "../contract/handler.ts";
import type { AnswerCost } from "../text/lines/text-meter.ts";
import { findHandler, findOutliner, leavesText } from "../documents/registry.ts";
import type { ReadResult } from "../contract/result.ts";
import type { Sniff } from "../contract/source.ts";
import type { OutlinedFile } from "./outline/ask-outline.ts";
import type { BegunOutline } from "./outline/begin-outline.ts";
import type { Call } from "./call.ts";
import type { FileWatch } from "./file-watch.ts";
import { PartialFailure } from "./partial-failure.ts";
import { readText, refuseDocumentParts, type SniffedFile } from "./read-text.ts";
import { textOf } from "./sniff-opened.ts";
import { mayEndWithOutline, wantsOutline } from "./outline/wants-outline.ts";

/** Reads an opened file according to its content type. */
export async function readOpened(call: Call, file: FileWatch, sniff: Sniff): Promise<ReadResult> {
  const result = await readContent(call, file, sniff).catch((error: unknown) => failChanged(error, file));
  const notices = [...openNotices(file, sniff), ...result.notices, ...(await file.changes())];
  return { ...result, notices };
}

/** Loads the document modules only when the first document is read. */
async function readContent(call: Call, file: FileWatch, sniff: Sniff): Promise<ReadResult> {
  const handler = findHandler(call.state.handlers, sniff.mediaType);
  if (call.checked.isOutline) return readAsOutline(call, file, { sniff, reader: handler });
  if (handler === undefined) return readPlain(call, file, sniff);
  const text = handler.annotate === undefined ? undefined : await textOf(call, sniff);
  if (text !== undefined && leavesText(handler, call.checked))
    return readAnnotated(call, file, { sniff, text, handler });
  const { readDocument } = await import("./read-document.ts");
  // A text handler gets the encoding from the request.
  return readDocument(call, { file, sniff: text === undefined ? sniff : { ...sniff, text }, handler });
}

/** Reads the lines of a text with the annotations of its handler. */
async function readAnnotated(
  call: Call,
  file: FileWatch,
  { handler, ...found }: SniffedFile & { readonly handler: Handler },
): Promise<ReadResult> {
  const result = await readText(call, file.opened, found);
  const { annotations } = await import("./annotations.ts");
  const notices = await annotations(call, result, {
    opened: file.opened,
    handler,
    sniff: { ...found.sniff, text: found.text },
  });
  return { ...result, notices: [...result.notices, ...notices] };
}

/** Adds the change to the error of a read if the file changed during it, because that may be the cause. */
async function failChanged(error: unknown, file: FileWatch): Promise<never> {
  const changes = await file.changes().catch(() => []);
  if (changes.length === 0) throw error;
  const { cause, parts, notices } = error instanceof PartialFailure ? error : new PartialFailure(error, [], []);
  throw new PartialFailure(cause, parts, [...notices, ...changes]);
}

/**
 * Maximum size of a text that gets an unrequested outline, in bytes. A larger file is data rather than source code, and
 * parsing it would delay an answer that took a tenth of that time.
 */
const maxOutlinedBytes = 16 * 1024 * 1024;

/** Reads text that no handler takes. */
async function readPlain(call: Call, file: FileWatch, sniff: Sniff): Promise<ReadResult> {
  const text = await textOf(call, sniff);
  if (text === undefined) return failUnreadable(file, sniff);
  const handler = findOutliner(call.state.handlers, sniff.mediaType);
  if (handler !== undefined) return readOutlined(call, file, { sniff, text, handler });
  refuseDocumentParts(call, file.opened.path);
  return readText(call, file.opened, { sniff, text });
}

/** Reads text that a handler outlines: one symbol of it, or its lines, followed by the outline if they are cut. */
async function readOutlined(
  call: Call,
  { opened }: FileWatch,
  { handler, ...found }: SniffedFile & { readonly handler: Handler },
): Promise<ReadResult> {
  const outlined = { opened, handler, sniff: { ...found.sniff, text: found.text } };
  const { select, pages } = call.checked;
  if (select !== undefined && pages === undefined) {
    const { callForSymbol } = await import("./outline/read-symbol.ts");
    return readText(await callForSymbol(call, outlined, select), opened, found);
  }
  refuseDocumentParts(call, opened.path);
  const begun = await begunOutline(call, outlined);
  try {
    const result = await readText(call, opened, found);
    if (!wantsOutline(call, result)) return result;
    if (opened.stat.size > maxOutlinedBytes) return { ...result, notices: [...result.notices, tooLarge] };
    const { attachOutline } = await import("./outline/attach-outline.ts");
    const again = (reserved: AnswerCost): Promise<ReadResult> => readText(call, opened, { ...found, reserved });
    return await attachOutline(call, outlined, { result, again, begun });
  } finally {
    begun?.giveUp();
  }
}

const tooLarge: NoOutline = { type: "notice", code: "no-outline", reason: "too-large", maxBytes: maxOutlinedBytes };

/**
 * Starts the outline of a text that is certain to be cut, before its lines are read, because a process may have to
 * start for it. A character of text takes at most two bytes of the file for each byte that is shown.
 */
async function begunOutline(call: Call, file: OutlinedFile): Promise<BegunOutline | undefined> {
  const { size } = file.opened.stat;
  if (!mayEndWithOutline(call) || size <= 2 * call.budget.maxBytes || size > maxOutlinedBytes) return undefined;
  const { beginOutline } = await import("./outline/begin-outline.ts");
  return beginOutline(call, file);
}

/** Reads the outline of a file in place of its content. */
async function readAsOutline(
  call: Call,
  { opened }: FileWatch,
  found: { readonly sniff: Sniff; readonly reader: Handler | undefined },
): Promise<ReadResult> {
  const { outlinedFile } = await import("./outline/ask-outline.ts");
  const { noOutlineOf, readOutline } = await import("./outline/read-outline.ts");
  const outlined = await outlinedFile(call, opened, found);
  if (outlined === undefined) throw noOutlineOf(opened.path, found.sniff.mediaType);
  return readOutline(call, outlined);
}

/** Throws the error for an unsupported file. The descriptions of all types are loaded only for such a file. */
async function failUnreadable({ opened }: FileWatch, { mediaType }: Sniff): Promise<never> {
  const { unreadable } = await import("../render/unreadable.ts");
  throw unreadable(opened.path, mediaType);
}

function openNotices({ opened }: FileWatch, sniff: Sniff): Notice[] {
  const notices: Notice[] = [];
  if (opened.variant !== undefined) notices.push({ type: "notice", code: "name-variant", ...opened.variant });
  if (sniff.disagreement !== undefined) {
    const { extension } = sniff.disagreement;
    notices.push({ type: "notice", code: "name-disagrees", extension, mediaType: sniff.mediaType });
  }
  return notices;
}
