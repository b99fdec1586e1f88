import { closeSync, createReadStream, openSync, readSync } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { createReader, type Reader } from "@reader/core";
import { createLineNumberer } from "@reader/core/render";
import { times } from "./cli-rows.ts";
import { alternate, median, processTime, workTime, type Measured } from "../measure.ts";
import { indexWhole, readSome } from "./read-whole.ts";
import type { Row } from "../row.ts";

/** Rows inside one process. */
export const libraryRows: readonly Row[] = [
  {
    name: "first page of a 1 GB log, in process",
    peer: "readline to the end of the file",
    atMost: 1 / 1000,
    measure: async (data) => {
      const log1Gb = await data.log1Gb();
      const once = workTime(() => readSome(fresh(log1Gb), { path: log1Gb }));
      return times(
        await alternate(
          medianOf(20, once),
          workTime(() => countByReadline(log1Gb)),
          3,
        ),
      );
    },
  },
  {
    name: "indexing pass over a 1 GB log, in process",
    peer: "wc -l",
    programs: ["wc"],
    atMost: 1.3,
    measure: async (data) => {
      const log1Gb = await data.log1Gb();
      const ours = workTime(() => indexWhole(fresh(log1Gb), log1Gb));
      return times(await alternate(ours, processTime("wc", ["-l", log1Gb])));
    },
  },
  {
    name: "page after page through a 1 GB log, ms per 2000-line page",
    peer: "absolute",
    atMost: 1.5,
    async measure(data) {
      const log1Gb = await data.log1Gb();
      const reader = createReader({ roots: [dirname(log1Gb)], budget: roomy });
      await indexWhole(reader, log1Gb);
      const pages: number[] = [];
      for (let offset = 1; offset < 4_000_000; offset += 2000) {
        pages.push(await workTime(() => readSome(reader, { path: log1Gb, offset, limit: 2000 }))());
      }
      return { ours: `${median(pages).toFixed(2)} ms`, theirs: "", value: median(pages) };
    },
  },
  {
    name: "numbering 100 MB, in process",
    peer: "cat -n",
    programs: ["cat"],
    atMost: 0.6,
    async measure(data) {
      const log100Mb = await data.log100Mb();
      const ours = workTime(() => numberFile(log100Mb));
      return times(await alternate(ours, processTime("cat", ["-n", log100Mb])));
    },
  },
  {
    name: "last 200 lines of a 1 GB log, in process",
    peer: "tail -n 200 process",
    programs: ["tail"],
    atMost: 1,
    measure: async (data) => {
      const log1Gb = await data.log1Gb();
      const reader = fresh(log1Gb);
      const ours = workTime(() => readSome(reader, { path: log1Gb, offset: -200 }));
      return times(await alternate(ours, processTime("tail", ["-n", "200", log1Gb]), 31));
    },
  },
];

/** Reads and numbers a whole file in pieces, as `cat -n` does, and drops what it made, as `cat -n` into nowhere. */
function numberFile(file: string): Promise<number> {
  const numberer = createLineNumberer(1, "cat-n");
  const piece = new Uint8Array(256 * 1024);
  const descriptor = openSync(file, "r");
  let bytes = 0;
  for (let count = readSync(descriptor, piece); count > 0; count = readSync(descriptor, piece)) {
    for (const numbered of numberer.number(piece.subarray(0, count))) bytes += numbered.length;
  }
  closeSync(descriptor);
  return Promise.resolve(bytes);
}

/** A short piece of work done several times in a row, each with a reader that has kept nothing. */
function medianOf(times: number, once: Measured): Measured {
  return async () => {
    const all: number[] = [];
    for (let time = 0; time < times; time += 1) all.push(await once());
    return median(all);
  };
}

/** Room for 2000 lines of any log, so that the page is 2000 lines and not fewer. */
const roomy = { maxBytes: 1e6, maxTokens: 1e6 };

function fresh(file: string): Reader {
  return createReader({ roots: [dirname(file)] });
}

async function countByReadline(file: string): Promise<number> {
  let lines = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) lines += line.length > 0 ? 1 : 0;
  return lines;
}
