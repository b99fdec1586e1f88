import { statSync } from "node:fs";
import { anthropic, createReader, type Reader } from "@reader/core";
import { archive } from "@reader/handler-archive";
import { image } from "@reader/handler-image";
import { notebook } from "@reader/handler-notebook";
import { csv, office } from "@reader/handler-office";
import { pdf } from "@reader/handler-pdf";
import { outline } from "@reader/outline";
import { describe, expect, test, vi } from "vitest";
import { corpusFiles, corpusPath, hasCorpus } from "../support/corpus.ts";
import { crossFile, type CrossingOptions } from "./cross-file.ts";
import { outcomeFault } from "./outcome-fault.ts";

/**
 * `READER_CROSSING=1` reads every file of the corpus, which takes hours; another number reads every so manieth. Without
 * it, a few small files are read in all the same ways.
 */
const wanted = process.env["READER_CROSSING"];
const isWhole = wanted !== undefined;
const stride = isWhole ? Math.max(1, Number(wanted) || 1) : 60;
const maxBytes = isWhole ? Number.POSITIVE_INFINITY : 60_000;
const options: CrossingOptions = { maxSelections: isWhole ? 40 : 4, maxContinuations: 2 };

const hour = 3_600_000;

function chosenFiles(): readonly string[] {
  const small = corpusFiles(/^(?!manifest)/).filter((name) => statSync(`${corpusPath}${name}`).size <= maxBytes);
  return small.filter((_, index) => index % stride === 0);
}

/** In this process, so that a fault shows its stack; a few files at a time, since a reader keeps what it has read. */
function newReader(): Reader {
  const handlers = [pdf(), image(), notebook(), ...office(), csv(), archive(), outline()];
  return createReader({ handlers, roots: [hasCorpus ? corpusPath : "."], capabilities: anthropic });
}

describe.skipIf(!hasCorpus)("files of the corpus, with every handler (skipped without the corpus)", () => {
  test("give an answer or a typed error however they are read", isWhole ? { timeout: 24 * hour } : {}, async () => {
    const complaints = vi.spyOn(console, "error").mockReturnValue();
    const faults: string[] = [];
    const names = chosenFiles();
    for (const name of names) {
      const reader = newReader();
      for (const { request, fault } of await crossFile(reader, name, options)) {
        faults.push(`${JSON.stringify(request)}: ${fault}`);
        if (isWhole) process.stderr.write(`${faults.at(-1) ?? ""}\n`);
      }
      await reader.close();
    }
    complaints.mockRestore();
    expect(faults).toEqual([]);
    expect(names.length).toBeGreaterThan(isWhole ? 0 : 40);
  });
});

test.for<readonly [string, string, string | undefined]>([
  ["a message of JavaScript", "The part is damaged: value.trim is not a function.", "says: The part is damaged"],
  ["a value that is missing", "The sheet undefined has no cells.", "says: The sheet undefined"],
  ["a name that the file chose", 'There is no sheet "undefined".', undefined],
  ["a sentence about the file", "The sheet has no cells.", undefined],
])("%s is distinguished from an answer of a reader", ([, message, fault]) => {
  const failure = {
    ok: false,
    path: "x",
    error: { code: "corrupt", message, hint: "Get another." },
    parts: [],
    notices: [],
  } as const;
  const found = outcomeFault(failure);
  if (fault === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(fault);
});
