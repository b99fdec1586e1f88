import type { Handler } from "@reader/core";
import { ReadError } from "@reader/core/handler";
import { collect } from "@reader/testkit";
import { describe, expect, test, vi } from "vitest";
import { ods, xls, xlsb } from "../../src/index.ts";
import { corpusBytes, corpusFiles, hasCorpus, sampleOf } from "../support/corpus.ts";

const handlers: Readonly<Record<string, () => Handler>> = { xls, xlt: xls, xlsb, ods, fods: ods };

function kindOf(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1).toLowerCase();
}

describe.skipIf(!hasCorpus)(
  "a sample of the XLS, XLSB and ODS files of the corpus (skipped without the corpus)",
  () => {
    test.for(["documents", "hostile"])("%s: gives text or a typed error", async (half) => {
      // The library complains of records that it does not know.
      const complaints = vi.spyOn(console, "error").mockReturnValue();
      const odd: string[] = [];
      let read = 0;
      for (const name of sampleOf(corpusFiles(/\.(?:xl[st]|xlsb|f?ods)$/i, [half]), 2)) {
        const bytes = corpusBytes(name);
        if (bytes.length > 2_000_000) continue;
        const { error, events } = await collect((handlers[kindOf(name)] ?? xls)(), bytes, { name });
        if (error === undefined) read += 1;
        const isTyped =
          error === undefined || (ReadError.is(error) && ["corrupt", "encrypted", "too-large"].includes(error.code));
        if (!isTyped || (error === undefined && events.length < 2)) odd.push(`${name}: ${String(error)}`);
      }
      complaints.mockRestore();
      expect(odd).toEqual([]);
      expect(read).toBeGreaterThan(20);
    });
  },
);
