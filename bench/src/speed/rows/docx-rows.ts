import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { createReader } from "@reader/core";
import { docx } from "@reader/handler-office";
import { times } from "./cli-rows.ts";
import { whole } from "../files/bench-data.ts";
import { makeDocx } from "../files/make-docx.ts";
import { alternate, peakMemory, workTime } from "../measure.ts";
import { readSome, readWhole, roomy } from "./read-whole.ts";
import type { Row } from "../row.ts";

const program = fileURLToPath(new URL("read-docx.mjs", import.meta.url));

/** A Word document of a million bytes, with 8.7 million of XML. */
function document(): Promise<string> {
  return whole("1mb.docx", () => makeDocx(8.7e6));
}

/** Rows about Word documents, beside mammoth as it is published. */
export const docxRows: readonly Row[] = [
  {
    name: "a DOCX of 1 MB, warm: all of a read, and mammoth's conversion to HTML alone",
    peer: "mammoth",
    packages: ["mammoth"],
    atMost: 0.2,
    async measure() {
      const { default: mammoth } = await import("mammoth");
      const file = await document();
      const options = { roots: [dirname(file)], handlers: [docx()], budget: roomy };
      // A reader keeps what it has read; a new one reads the document again.
      const ours = workTime(() => readWhole(createReader(options), file));
      const theirs = workTime(async () => mammoth.convertToHtml({ buffer: await readFile(file) }));
      return times(await alternate(ours, theirs));
    },
  },
  {
    name: "a DOCX of 1 MB, warm: the first 50 lines",
    peer: "all of it",
    atMost: 0.3,
    async measure() {
      const path = await document();
      const options = { roots: [dirname(path)], handlers: [docx()], budget: roomy };
      const first = workTime(() => readSome(createReader(options), { path, limit: 50 }));
      const all = workTime(() => readWhole(createReader(options), path));
      return times(await alternate(first, all));
    },
  },
  {
    name: "peak memory of a whole process in MB, a DOCX of 1 MB",
    peer: "absolute",
    atMost: 180,
    measure: async () => peakMemory([program, await document()]),
  },
];
