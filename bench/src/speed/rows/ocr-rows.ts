import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import type { Recogniser } from "@reader/core";
import type { RecognisableImage } from "@reader/core/internal";
import { median, workTime } from "../measure.ts";
import type { Row } from "../row.ts";

const entry = new URL("../../../../packages/ocr/lib/index.js", import.meta.url);

/** Rows about the recognition of text. */
export const ocrRows: readonly Row[] = [
  {
    name: "a page of 600 words at 200 dpi, its text recognised, warm, ms",
    peer: "absolute",
    programs: ["pdftoppm"],
    atMost: 5000,
    async measure(data) {
      if (!existsSync(entry)) throw new Error("@reader/ocr is not built.");
      const { ocr } = (await import(entry.href)) as { readonly ocr: () => Recogniser };
      const page = printedPage(await data.pdf(1));
      const recogniser = ocr();
      const times: number[] = [];
      for (let round = 0; round < 5; round += 1) times.push(await workTime(() => recognise(recogniser, page))());
      const warm = times.slice(1);
      const words = `${median(warm).toFixed(0)} ms (first ${(times[0] ?? 0).toFixed(0)})`;
      return { ours: words, theirs: "", value: median(warm) };
    },
  },
];

async function recognise(recogniser: Recogniser, page: RecognisableImage): Promise<void> {
  const { lines } = await recogniser.recognise(page, { signal: new AbortController().signal });
  if (lines.length < 40) throw new Error(`${lines.length} lines were recognised, not all.`);
}

/** The page as pixels: a portable grey map, whose header is three numbers behind `P5`. */
function printedPage(file: string): RecognisableImage {
  const { stdout } = spawnSync("pdftoppm", ["-gray", "-r", "200", file], { maxBuffer: 1e8 });
  const [header = "", width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(stdout.toString("latin1", 0, 100)) ?? [];
  return {
    data: new Uint8Array(stdout.subarray(header.length)),
    widthPx: Number(width),
    heightPx: Number(height),
  };
}
