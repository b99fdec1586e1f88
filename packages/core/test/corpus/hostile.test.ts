import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createReader } from "../../src/reader.ts";
import type { ReadOutcome } from "../../src/contract/result.ts";
import { expectedLines } from "../text/lines/support.ts";
import { numbered } from "../reader/support.ts";
import { corpusPath, hasCorpus } from "./corpus.ts";
import { hostileFiles } from "./hostile-files.ts";

const folder = `${corpusPath}hostile`;
const reader = createReader({
  roots: [hasCorpus ? folder : "."],
  budget: { maxTokens: 1e6, maxBytes: 1e7, maxLineCharacters: 1e7 },
});

/** The lines of a file by the plainest means; undefined where its bytes are not UTF-8. */
function linesOf(file: string): string[] | undefined {
  try {
    return expectedLines(new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(`${folder}/${file}`)));
  } catch {
    return undefined;
  }
}

const textOf = (outcome: ReadOutcome): string[] => numbered(outcome).map(([, line]) => line);

describe.skipIf(!hasCorpus)("hostile files (skipped without the corpus)", () => {
  test("each give a result or a typed error", async () => {
    const faults: string[] = [];
    for (const { file } of hostileFiles()) {
      const outcome = await reader.read({ path: file });
      if (outcome.ok) continue;
      const { code, message, hint } = outcome.error;
      if (code === "handler-failed" || hint === "") faults.push(`${file}: ${code}: ${message}`);
    }
    expect(faults).toEqual([]);
  });

  test("of naughty strings come out line by line as they are", async () => {
    for (const { file } of hostileFiles("text-blns")) {
      expect(textOf(await reader.read({ path: file, limit: 2000 }))).toEqual(linesOf(file));
    }
  });

  test("that hide their meaning come out raw, with a notice of what was hidden", async () => {
    for (const { file } of hostileFiles("text-trojan-source")) {
      const outcome = await reader.read({ path: file });
      const lines = textOf(outcome);
      expect(lines.join("\n"), file).toBe(linesOf(file)?.join("\n"));
      const hides = /[\u202a-\u202e\u2066-\u2069]/.test(lines.join("\n"));
      const notice = outcome.notices.find(({ code }) => code === "escaped-characters");
      expect(notice !== undefined && "bidi" in notice && notice.bidi > 0, file).toBe(hides);
    }
  });

  test("of JSON are shown as the text that they are, valid or not", async () => {
    for (const { file, expect: expectation } of hostileFiles("json-nst")) {
      const lines = linesOf(file);
      if (lines === undefined || expectation === "must-not-crash") continue;
      const outcome = await reader.read({ path: file });
      if (lines.join("").includes("\0")) expect(outcome.ok, file).toBe(false);
      else expect(textOf(outcome).join("\n"), file).toBe(lines.join("\n").replace(/^\uFEFF/, ""));
    }
  });
});
