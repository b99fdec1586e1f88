// The process of one row, whose label is its argument. What it has to say goes to the bench that started it.
import { benchData } from "./files/bench-data.ts";
import { rowLabel } from "./row.ts";
import type { RowMessage } from "./row-result.ts";
import { rows } from "./rows/rows.ts";

// If the bench is gone, the figure is not needed.
process.once("disconnect", () => process.exit(1));
const row = rows.find((each) => rowLabel(each) === process.argv[2]);
const said =
  row === undefined
    ? ({ type: "failed", reason: `there is no row ${process.argv[2] ?? ""}` } as const)
    : await row.measure(benchData).then(
        (result): RowMessage => ({ type: "measured", result }),
        (error: unknown): RowMessage => ({
          type: "failed",
          reason: error instanceof Error ? error.message : String(error),
        }),
      );
// What a peer has left open must not keep the process.
process.send?.(said, () => process.exit());
