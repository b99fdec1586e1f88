import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { measuredWords, reportTable, runWords, type Circumstances } from "./report.ts";
import type { RowOutcome } from "./row.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const page = "docs/benchmarks.md";
/** The part of the README that is written by the bench. */
const section = /(<!-- bench -->\n)[^]*?(\n<!-- \/bench -->)/;

/** A page with what the bench says between its two marks; throws where it has none. */
export function withBenchmarks(page: string, shown: string): string {
  if (!section.test(page)) throw new Error("The page has no place for benchmarks: <!-- bench --> and <!-- /bench -->.");
  return page.replace(section, (_, before: string, after: string) => `${before}\n${shown}${after}`);
}

/** Writes the page of the benchmarks, and the part of the README that shows the latest. */
export function publish(outcomes: readonly RowOutcome[], circumstances: Circumstances): void {
  const measured = measuredWords(circumstances);
  const table = reportTable(outcomes);
  writeFileSync(join(root, page), pageText({ measured, run: runWords(circumstances), table }));
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const shown = `${measured} [How, and beside which versions](${page}).\n\n${table}`;
  writeFileSync(join(root, "README.md"), withBenchmarks(readme, shown));
  spawnSync(join(root, "node_modules/.bin/oxfmt"), [page, "README.md"], { cwd: root, stdio: "ignore" });
}

function pageText({ measured, run, table }: { measured: string; run: string; table: string }): string {
  return `# Benchmarks

\`npx -y pnpm@12 bench\` measures every row and writes this page and the table of the [README](../README.md); it needs 7 GB for the files that it makes, and a machine that does nothing else. \`npx -y pnpm@12 bench --only mcp\` measures the rows whose names hold a word, and prints them. Rows whose peer is not installed are skipped, by its name.

${measured} ${run}

A figure is the median of the ratios of ours to theirs, pair by pair, which holds when the machine's speed drifts; or what the row says, where its peer is "absolute" or memory is compared. Rows about whole processes include the start of Node.

${table}`;
}
