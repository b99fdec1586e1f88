import { cli, times } from "./cli-rows.ts";
import { whole } from "../files/bench-data.ts";
import { makeZip } from "../files/make-zip.ts";
import { alternate, processTime } from "../measure.ts";
import type { Row } from "../row.ts";

const entryCount = 50_000;

/** Rows about archives, beside the program of Info-ZIP. */
export const archiveRows: readonly Row[] = [
  {
    name: "ZIP of 50 000 entries, listing, whole CLI process",
    peer: "unzip -l",
    programs: ["unzip"],
    atMost: 3,
    async measure() {
      const file = await whole(`${entryCount}-entries.zip`, () => makeZip(entryCount));
      const ours = processTime(process.execPath, [cli, file]);
      return times(await alternate(ours, processTime("unzip", ["-l", file]), 21));
    },
  },
];
