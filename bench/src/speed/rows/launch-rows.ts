import { fileURLToPath } from "node:url";
import { cli } from "./cli-rows.ts";
import { alternate, processTime } from "../measure.ts";
import type { Row } from "../row.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** Rows about the command of the README, which looks whether anything is to be installed or built. */
export const launchRows: readonly Row[] = [
  {
    name: "`pnpm reader README.md` a second time, ms over the built program",
    peer: "the built program",
    programs: ["pnpm"],
    atMost: 150,
    async measure(data) {
      const file = await data.small();
      const ours = processTime("pnpm", ["--dir", root, "reader", file]);
      const built = processTime(process.execPath, [cli, file]);
      const compared = await alternate(ours, built, 15);
      return {
        ours: `${compared.ours.toFixed(0)} ms`,
        theirs: `${compared.theirs.toFixed(0)} ms`,
        value: compared.ours - compared.theirs,
      };
    },
  },
];
