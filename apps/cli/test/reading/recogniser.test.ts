import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { createReader, type ReadOutcome, type ResultPart } from "@reader/core";
import { parseArguments } from "../../src/arguments/parse-arguments.ts";
import { recogniserFor, setupFor } from "../../src/reading/setup.ts";

async function readFixture(name: string, ...argv: string[]): Promise<ReadOutcome> {
  const path = fileURLToPath(new URL(`../../../../fixtures/ocr/${name}`, import.meta.url));
  const reader = createReader({ ...setupFor(await parseArguments([path, ...argv])), roots: ["/"] });
  onTestFinished(() => reader.close());
  return reader.read(path);
}

function textOf(parts: readonly ResultPart[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

test("only the scanned page of a PDF is recognised, with a notice", async () => {
  const outcome = await readFixture("mixed-letter/input.pdf");
  if (!outcome.ok) throw new Error(outcome.error.message);
  const [typed, scanned] = outcome.parts;
  expect(typed).not.toHaveProperty("recognised");
  expect(scanned).toMatchObject({ at: { unit: "page", index: 2 }, recognised: { by: "Tesseract (eng)", unit: "pt" } });
  expect(textOf(outcome.parts)).toContain("the lamp burned for 214 nights without a fault");
  expect(outcome.notices).toMatchObject([{ code: "text-recognised" }]);
});

test("a language that is not installed is named with its package", async () => {
  const outcome = await readFixture("mixed-letter/input.pdf", "--ocr-language", "deu,fra");
  expect(outcome).toMatchObject({
    ok: false,
    error: { code: "handler-failed", details: { package: expect.stringMatching(/^@tesseract\.js-data\//) } },
  });
});

test.for([["../eng"], ["e"], ["eng;"]])("%s is no language", async ([language]) => {
  const { options } = await parseArguments(["x.pdf", `--ocr-language=${language}`]);
  expect(() => recogniserFor(options)).toThrow(/is not an OCR language/);
});
