import { createReader, defaultBudget } from "@reader/core";
import { renderText } from "@reader/core/render";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { outlineCode } from "../src/code/outline-code.ts";
import { outline } from "../src/index.ts";
import { typescript } from "../src/languages/script.ts";
import { maxLines } from "../src/model/limits.ts";
import { allEntries, outlineOfBytes, outlineOfText, shownOutline } from "./outlining.ts";

const code = "// Reads.\nclass Reader {\n  // One.\n  read() {}\n}\n";

describe("outline()", () => {
  test("says how another process makes it, and reads nothing itself", () => {
    const handler = outline();
    expect(handler.origin).toEqual({ module: "@reader/outline", export: "outline" });
    expect(handler.outlinesOnly).toBe(true);
  });

  test("detects lock files by their names only", () => {
    const head = new TextEncoder().encode("# a\n");
    const names = ["yarn.lock", "GO.SUM", "a.lock", "package-lock.json", "x.ts"];
    expect(names.map((name) => outline().sniff?.(head, name))).toEqual([
      "text/x-lock-file",
      "text/x-lock-file",
      undefined,
      undefined,
      undefined,
    ]);
    expect(outline().sniff?.(new Uint8Array([0x62, 0]), "yarn.lock")).toBeUndefined();
  });

  test("has entries for code with CRLF, with a lone CR and with a byte order mark on the same lines", async () => {
    const expected = shownOutline(await outlineOfText(code, "text/x-typescript"));
    for (const end of ["\r\n", "\r"]) {
      expect(shownOutline(await outlineOfText(code.replaceAll("\n", end), "text/x-typescript"))).toBe(expected);
    }
    expect(shownOutline(await outlineOfText(`\uFEFF${code}`, "text/x-typescript"))).toBe(expected);
    expect(expected).toContain("1-5 class [Reader]");
  });

  test("rejects with the reason of the signal", async () => {
    const reason = new Error("enough");
    const bytes = new TextEncoder().encode(code);
    await expect(outlineOfBytes(bytes, "text/x-typescript", { signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
  });

  test("has what a scan of lines finds where there is no time, and says that it is not all", async () => {
    const text = `export ${code}export async function open() {\n}\nconst x = 1;\n`.repeat(500);
    const { drafts, truncated } = await outlineCode({ text, language: typescript, fileName: "x.ts", timeMs: 0 });
    expect(truncated).toBe(true);
    expect(drafts.length).toBe(1000);
    expect(drafts[1]).toMatchObject({
      kind: "function",
      name: "open",
      title: "export async function open()",
      first: 6,
      last: 9,
    });
  });

  test("looks again only at the pieces of code that have faults, and keeps the others as they are", async () => {
    const sound = "export class Sound {\n  read() {}\n}\n";
    const broken = "function broken(a) {\n  if (a) {\n  return (;\n}\n";
    const found = await outlineOfText(`${sound}${broken}function last() {\n}\n${sound}`, "text/x-typescript");
    expect(shownOutline(found)).toBe(
      [
        "1-3 class [Sound] export class Sound",
        "  2-2 method [read] read()",
        "4-7 function [broken] function broken(a)",
        "8-9 function [last] function last()",
        "10-12 class [Sound] export class Sound",
        "  11-11 method [read] read()",
      ].join("\n"),
    );
  });

  test("drops content beyond its limit of bytes, and reports it", async () => {
    const bytes = new TextEncoder().encode("# A\n\n# B\n");
    const found = await outlineOfBytes(bytes, "text/markdown", { budget: { ...defaultBudget, maxInputBytes: 6 } });
    expect(found.truncated).toBe(true);
    expect(allEntries(found.entries).map(({ name }) => name)).toEqual(["A"]);
  });

  test("drops content beyond its limit of lines, and reports it", async () => {
    const found = await outlineOfText(`# A\n${"\n".repeat(maxLines)}# B\n`, "text/markdown");
    expect(shownOutline(found)).toBe(`truncated\n1-${maxLines} heading [A] A`);
  });

  test("lets a symbol be read with its comments, by its name", async () => {
    const root = fileURLToPath(new URL("../../../fixtures/outline/rust/shapes/", import.meta.url));
    const reader = createReader({ roots: [root], handlers: [outline()] });
    const outcome = await reader.read({ path: "input.rs", select: "Point::new" });
    expect(renderText(outcome)).toContain("39\t    /// Makes a point.\n40\t    #[inline]\n41\t    pub const fn new");
    await reader.close();
  });
});
