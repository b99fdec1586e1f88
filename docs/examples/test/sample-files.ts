import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./pages.ts";
import { tarOf } from "./tar-of.ts";

/** The files that lie where the programs of the pages run, by name. */
export function sampleFiles(): Readonly<Record<string, string | Uint8Array>> {
  return {
    "README.md": "# A project\n\nSome words.\n",
    "app.log": Array.from(
      { length: 5000 },
      (_, at) => `2026-01-01 ${at % 100 === 0 ? "ERROR lost" : "INFO ok"} ${at + 1}\n`,
    ).join(""),
    "prices.csv": "id,name,price\n1,Apple,0.35\n2,Pear,0.40\n",
    "backup.tar": tarOf("docs/a.md", "# Title\n"),
    "analysis.ipynb": JSON.stringify({
      nbformat: 4,
      nbformat_minor: 5,
      metadata: {},
      cells: [{ cell_type: "markdown", id: "a", metadata: {}, source: ["# Sums\n"] }],
    }),
    "budget.numbers": readFileSync(join(root, "fixtures/iwork/numbers/input.numbers")),
    "chart.png": readFileSync(join(root, "fixtures/image/png-drawing/input.png")),
  };
}
