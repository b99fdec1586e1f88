import { describe, expect, test } from "vitest";
import { text } from "../../src/contract/events.ts";
import { defineHandler, type Handler, type HandlerDefinition } from "../../src/contract/handler.ts";
import { notice } from "../../src/contract/notices.ts";
import { expectResult, numbered, readerOf } from "./support.ts";

/** A handler of tables that leaves their lines to the core. */
function tables(definition: Partial<HandlerDefinition> = {}): Handler {
  return defineHandler({
    name: "tables",
    mediaTypes: ["text/csv"],
    async *read(source, { select }) {
      await Promise.resolve();
      yield text(`${select ?? "all"} in ${source.sniff.text?.encoding}\n`);
    },
    info: () => Promise.resolve({ extents: [], facts: { columns: 2 } }),
    annotate: (_, shown) =>
      Promise.resolve(shown.map(({ firstLine, lineCount }) => notice(`${firstLine}+${lineCount}`))),
    ...definition,
  });
}

const file = "a,b\r\n1,2\r\n3,4\r\n";
const reader = (definition: Partial<HandlerDefinition> = {}) =>
  readerOf({ "t.csv": file, "t.bin": new Uint8Array([0, 1, 2]) }, { handlers: [tables(definition)] });

describe("text whose handler annotates it", () => {
  test("is read by lines of the file, and what the handler says stands beside them", async () => {
    const outcome = expectResult(await (await reader()).read({ path: "t.csv", offset: 2 }));
    expect(numbered(outcome)).toEqual([
      [2, "1,2"],
      [3, "3,4"],
    ]);
    expect(outcome).toMatchObject({ handler: "text", text: { eol: "crlf" }, notices: [{ message: "2+2" }] });
  });

  test("is read by the handler where a part of it is selected", async () => {
    const outcome = expectResult(await (await reader()).read({ path: "t.csv", select: "A:B" }));
    expect(outcome.handler).toBe("tables");
    expect(numbered(outcome)).toEqual([[1, "A:B in utf-8"]]);
  });

  test("is read by the handler in the encoding of the request", async () => {
    const outcome = await (await reader()).read({ path: "t.csv", select: "A", encoding: "latin1" });
    expect(numbered(outcome)).toEqual([[1, "A in windows-1252"]]);
  });

  test("is shown without what a handler fails to say", async () => {
    const broken = await reader({ annotate: () => Promise.reject(new Error("broken")) });
    expect(expectResult(await broken.read("t.csv"))).toMatchObject({ status: "complete", notices: [] });
    const strange = await reader({ annotate: () => Promise.resolve([{ type: "text", text: "x" } as never]) });
    expect(expectResult(await strange.read("t.csv"))).toMatchObject({ status: "complete", notices: [] });
  });

  test("is named by its handler and by a count of its lines", async () => {
    expect(await (await reader()).info("t.csv")).toMatchObject({
      ok: true,
      handler: "text",
      facts: { columns: 2 },
      extents: [{ unit: "line", total: 3, exact: true }],
      tokens: { by: "counted" },
    });
  });

  test("is read by lines inside of another file, too", async () => {
    const box = defineHandler({
      name: "box",
      mediaTypes: ["application/x-box"],
      sniff: (_, name) => (name === "t.box" ? "application/x-box" : undefined),
      async *read(source, context) {
        yield* context.nested("t.csv", await source.bytes(), { select: context.select });
      },
    });
    const boxes = await readerOf({ "t.box": file }, { handlers: [box, tables()] });
    expect(numbered(await boxes.read("t.box"))).toEqual([
      [1, "a,b"],
      [2, "1,2"],
      [3, "3,4"],
    ]);
    expect(numbered(await boxes.read({ path: "t.box", select: "B" }))).toEqual([[1, "B in utf-8"]]);
  });
});
