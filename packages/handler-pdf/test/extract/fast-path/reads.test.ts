import type { HandlerEvent } from "@reader/core/handler";
import { memorySource, mockContext } from "@reader/testkit";
import { beforeAll, expect, test } from "vitest";
import { readPdf } from "../../../src/read/read-pdf.ts";
import { asText, codeOf, readPdfBytes } from "../../reading.ts";
import { allPlainText, countAsked, longPdf, manyPages, warmUp } from "./long-documents.ts";

beforeAll(warmUp);

const one = longPdf("One");
const other = longPdf("Other");

function begin(bytes: Uint8Array, signal?: AbortSignal): AsyncGenerator<HandlerEvent> {
  return readPdf(
    memorySource("input.pdf", bytes),
    mockContext({ ...asText, ...(signal === undefined ? {} : { signal }) }),
  );
}

function textOf(event: HandlerEvent | undefined): string {
  return event?.type === "text" ? event.text : "";
}

/** Returns the texts of several reads that yield events alternately. */
async function byTurns(...documents: readonly Uint8Array[]): Promise<readonly string[]> {
  const reads = documents.map((bytes) => ({ events: begin(bytes), text: "" }));
  let open = reads;
  while (open.length > 0) {
    const still: typeof reads = [];
    for (const read of open) {
      const { done, value } = await read.events.next();
      if (done !== true) {
        read.text += textOf(value);
        still.push(read);
      }
    }
    open = still;
  }
  return reads.map(({ text }) => text);
}

test("pages of a long document are read by the fast path with the same result", async () => {
  let text = "";
  const asked = await countAsked(async () => ({ text } = await readPdfBytes(one, asText)));
  expect(asked).toBeLessThan(10);
  expect(text).toBe(allPlainText("One"));
});

test("two documents read alternately give the same as alone", async () => {
  const alone = [allPlainText("One"), allPlainText("Other")];
  expect(await byTurns(one, other)).toEqual(alone);
});

test("one document read twice alternately gives the same twice", async () => {
  const [first, second] = await byTurns(one, one);
  expect(first).toBe(second);
  expect(first).toContain(`This is page ${manyPages} of One.`);
});

test("an abandoned read does not affect another one", async () => {
  const left = begin(one);
  const events = begin(other);
  let text = "";
  for (let count = 0; count < 35; count += 1) {
    await left.next();
    const { value } = await events.next();
    text += textOf(value as HandlerEvent | undefined);
  }
  await left.return(undefined);
  for await (const event of events) text += textOf(event);
  expect(text).toBe(allPlainText("Other"));
});

test("an abort ends the read at the next page", async () => {
  const stop = new AbortController();
  const events = begin(one, stop.signal);
  let text = "";
  const read = async (): Promise<void> => {
    for await (const event of events) {
      text += textOf(event);
      if (text.includes("page 30 of")) stop.abort();
    }
  };
  await expect(read()).rejects.toThrow("aborted");
  expect(text).not.toContain("page 32 of");
  expect((await readPdfBytes(one, asText)).text).toContain(`This is page ${manyPages} of One.`);
});

test("broken documents do not affect later ones", async () => {
  const expected = allPlainText("One");
  const broken = one.map((byte, at) => (at % 97 === 0 ? byte ^ 0x15 : byte));
  const cut = one.subarray(0, one.length / 2);
  for (const bytes of [broken, one, cut, one, new TextEncoder().encode("%PDF-1.7 and nothing"), one]) {
    const { text, error } = await readPdfBytes(bytes, asText);
    if (bytes === one) expect(text).toBe(expected);
    else expect([undefined, "corrupt"]).toContain(codeOf(error));
  }
});
