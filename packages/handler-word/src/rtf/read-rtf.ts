import { notice, ReadError, type HandlerContext, type HandlerEvent, type Source } from "@reader/core/handler";
import { htmlToMarkdown, loadHtmlEngine } from "@reader/document";
import { loadDosPages } from "@reader/office-kit/encodings";
import { createFlow, createFlowEvents, type FlowSeen, endEvents } from "@reader/document/builder";
import { frontMatter } from "@reader/document/content";
import { loadStorages } from "./object-data.ts";
import { createRtfReader, type RtfReader } from "./rtf-reader.ts";
import { step } from "./rtf-step.ts";
import { createRtfTokens, type RtfTokens } from "./rtf-tokens.ts";

/** Tokens between two looks at what is finished; in between, timers and input get their turn. */
const tokensPerTurn = 20_000;

/** Yields an RTF document; throws `corrupt` where it is none. */
export async function* readRtf(
  source: Source,
  context: HandlerContext,
  seen: FlowSeen = {},
): AsyncGenerator<HandlerEvent> {
  const bytes = await source.bytes();
  if (mayNeedDosPages(bytes)) await loadDosPages();
  const flow = createFlow();
  const reader = createRtfReader(flow);
  Object.assign(seen, { flow, facts: reader.facts, embedded: reader.files });
  if (hasObjects(bytes)) reader.openStorage = await loadStorages();
  const events = createFlowEvents(flow, context, source.path);
  const tokens = createRtfTokens(bytes);
  let isFrontTold = !events.isWhole;
  for (let isOver = false; !isOver;) {
    isOver = takeTokens(reader, tokens, bytes);
    if (isOver && !reader.hasBegun) throw new ReadError("corrupt", `${source.path} is no RTF document.`);
    if (!isFrontTold) yield* frontMatter(reader.facts);
    isFrontTold = true;
    if (!isOver) yield* events.drain();
    await nextTurn();
    context.signal.throwIfAborted();
  }
  await tellHtml(reader);
  yield* endEvents(events, reader.files, context);
  if (reader.isCut) {
    yield notice("The file ends in the middle of the document: it was cut off, and its end is missing.");
  }
}

function hasObjects(bytes: Uint8Array): boolean {
  return hasWord(bytes, "\\objdata");
}

/**
 * How every word begins that names a code page of DOS, and few others: `pc`, `pca`, `ansicpg437`, `cpg850`,
 * `fcharset254`. Their decoders are sixteen modules, which take a process that has only just started 10 ms.
 */
const dosWords = ["\\pc", "cpg4", "cpg7", "cpg8", "cpg0", "charset25", "charset02"] as const;

function mayNeedDosPages(bytes: Uint8Array): boolean {
  return dosWords.some((word) => hasWord(bytes, word));
}

function hasWord(bytes: Uint8Array, word: string): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(word);
}

/** Whether the end was come to. */
function takeTokens(reader: RtfReader, tokens: RtfTokens, bytes: Uint8Array): boolean {
  for (let count = 0; count < tokensPerTurn; count += 1) {
    tokens.advance();
    const isEnd = tokens.kind === "end";
    if (isEnd) reader.isCut = reader.outer.length > 0;
    step(reader, tokens, bytes);
    if (isEnd) {
      reader.paragraphs.close();
      return true;
    }
  }
  return false;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** What a mail program hid in the document says more than the text around it. */
async function tellHtml({ html, flow }: RtfReader): Promise<void> {
  if (html === undefined) return;
  const markdown = htmlToMarkdown(html.join(""), await loadHtmlEngine());
  flow.startParagraph({});
  flow.raw(markdown);
  flow.endParagraph();
}
