import type { Source } from "@reader/core/handler";
import { expect, test } from "vitest";
import { splitMailbox } from "../src/parse/split-mailbox.ts";

const encoder = new TextEncoder();

/** A source that yields its bytes in chunks of one size. */
function sourceOf(text: string, chunkBytes: number): Source {
  const bytes = encoder.encode(text);
  const part: Pick<Source, "size" | "stream"> = {
    size: bytes.length,
    async *stream() {
      for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
    },
  };
  return part as Source;
}

async function startsOf(text: string, chunkBytes: number): Promise<readonly number[]> {
  const starts: number[] = [];
  for await (const { start } of splitMailbox(sourceOf(text, chunkBytes), AbortSignal.timeout(60_000))) {
    starts.push(start);
  }
  return starts;
}

test.for(["\n", "\r\n"])("every message is found, wherever a chunk ends (line ends %j)", async (lineEnd) => {
  const message = ["From a@b Mon Jan  5 10:00:00 2026", "Subject: x", "", "words", "", ""].join(lineEnd);
  const mailbox = message.repeat(30);
  const starts = await startsOf(mailbox, mailbox.length);
  expect(starts).toHaveLength(30);
  for (let chunkBytes = 1; chunkBytes < 520; chunkBytes += 1) {
    expect(await startsOf(mailbox, chunkBytes), `chunks of ${chunkBytes} bytes`).toEqual(starts);
  }
});
