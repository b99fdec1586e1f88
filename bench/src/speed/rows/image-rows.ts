import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cli, times } from "./cli-rows.ts";
import { alternate, memoryOver, processTime } from "../measure.ts";
import type { Row } from "../row.ts";

const node = process.execPath;
const program = fileURLToPath(new URL("read-program.mjs", import.meta.url));

/** A way to run the command line on an image, and the limit of its rows. */
interface Way {
  readonly how: string;
  readonly atMost: number;
  readonly options: readonly string[];
}

const direct: Way = { how: "without isolation", atMost: 1.5, options: ["--no-isolate"] };
const isolated: Way = { how: "isolated", atMost: 2.2, options: [] };

/** Rows about photographs, beside the program of libvips. */
export const imageRows: readonly Row[] = [
  ...[12, 48, 100].map((megapixels) => thumbnailRow(megapixels, direct)),
  ...[12, 48, 100].map((megapixels) => thumbnailRow(megapixels, isolated)),
  {
    name: "memory over node -e 0 in MB, a 100 MP JPEG",
    peer: "node -e 0",
    atMost: 130,
    measure: async (data) => memoryOver([program, "image", await data.jpeg(100)]),
  },
];

/** The command line scales an image to the size that a model sees; libvips makes one of the same size. */
function thumbnailRow(megapixels: number, { how, atMost, options }: Way): Row {
  return {
    name: `a ${megapixels} MP JPEG to 1568 px, whole CLI process, ${how}`,
    peer: "vipsthumbnail",
    programs: ["vipsthumbnail"],
    atMost,
    async measure(data) {
      const file = await data.jpeg(megapixels);
      const request = ["--model", "anthropic", "--save-images", join(tmpdir(), "images"), ...options];
      const thumbnail = ["--size", "1568x1568", "-o", join(tmpdir(), "thumbnail.jpg[Q=85]")];
      const ours = processTime(node, [cli, file, ...request]);
      return times(await alternate(ours, processTime("vipsthumbnail", [file, ...thumbnail]), 11));
    },
  };
}
