import { describe, expect, test } from "vitest";
import { image, text, type HandlerEvent } from "../../../src/contract/events.ts";
import type { Place } from "../../../src/contract/place.ts";
import { readEventLines } from "../../../src/text/lines/event-supply.ts";
import { notice } from "../../../src/contract/notices.ts";

const page = (index: number): Place => ({ unit: "page", index });

async function collect(...events: HandlerEvent[]) {
  async function* stream(): AsyncGenerator<HandlerEvent> {
    yield* events;
  }
  const items: unknown[] = [];
  for await (const item of readEventLines(stream())) {
    items.push(item.type === "lines" ? [item.firstLine, item.text, item.at?.index] : item.type);
  }
  return items;
}

describe("the lines of events", () => {
  test("go on over events until a newline", async () => {
    expect(await collect(text("one "), text("line\ntwo\nth"), text("ree"))).toEqual([
      [1, "one line\ntwo", undefined],
      [3, "three", undefined],
    ]);
  });

  test("may come in very many pieces", async () => {
    const pieces = Array.from({ length: 100_000 }, () => text("piece "));
    const [line, next] = await collect(...pieces, text("\nnext"));
    expect(line).toEqual([1, "piece ".repeat(100_000), undefined]);
    expect(next).toEqual([2, "next", undefined]);
  });

  test("end where the place changes", async () => {
    expect(await collect(text("end of one", page(1)), text("start of two\n", page(2)))).toEqual([
      [1, "end of one", 1],
      [2, "start of two", 2],
    ]);
  });

  test("end where something stands between them", async () => {
    const picture = image("image/png", new Uint8Array(1));
    expect(await collect(text("before"), picture, text("after"), notice("Something is missing."))).toEqual([
      [1, "before", undefined],
      "image",
      [2, "after", undefined],
      "notice",
    ]);
  });

  test("have no phantom line after a final newline, and keep empty lines", async () => {
    expect(await collect(text("a\n\n\nb\n"))).toEqual([[1, "a\n\n\nb", undefined]]);
  });

  test("end at CRLF and CR as at LF", async () => {
    expect(await collect(text("a\r\nb\rc\n"))).toEqual([[1, "a\nb\nc", undefined]]);
  });
});
