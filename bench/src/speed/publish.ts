import { spawnSync } from "node:child_process";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { measuredWords, reportTable, runWords, shortTable, type Circumstances } from "./report.ts";
import { isHeld, rowLabel, type RowOutcome } from "./row.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const page = "docs/benchmarks.md";
/** The part of the README that is written by the bench. */
const section = /(<!-- bench -->\n)[^]*?(\n<!-- \/bench -->)/;

/** The rows of the README, by their labels: one for each kind of file, and the start of the program, which is slower. */
export const chosenRows: readonly string[] = [
  "lines 7 300 000–7 300 200 of a 1 GB log, whole CLI process | sed -n 'N,Mp;Mq'",
  "text of a 1000-page PDF, warm process, read for the first time | pdftotext",
  "a DOCX of 1 MB, warm: all of a read, and mammoth's conversion to HTML alone | mammoth",
  "XLSX of 100 000 × 10, all rows to text, warm | SheetJS",
  "plain text CLI, whole process | node -e 0",
];

/** A page with what the bench says between its two marks; throws where it has none. */
export function withBenchmarks(page: string, shown: string): string {
  if (!section.test(page)) throw new Error("The page has no place for benchmarks: <!-- bench --> and <!-- /bench -->.");
  return page.replace(section, (_, before: string, after: string) => `${before}\n${shown}${after}`);
}

/** Writes the page of the benchmarks, and the five rows of the README. */
export function publish(outcomes: readonly RowOutcome[], circumstances: Circumstances): void {
  const measured = measuredWords(circumstances);
  const table = reportTable(outcomes);
  writeWhole(page, pageText({ measured, run: runWords(circumstances), table }));
  const readme = readFileSync(join(root, "README.md"), "utf8");
  writeWhole("README.md", withBenchmarks(readme, readmeWords(outcomes, circumstances)));
  spawnSync(join(root, "node_modules/.bin/oxfmt"), [page, "README.md"], { cwd: root, stdio: "ignore" });
}

function readmeWords(outcomes: readonly RowOutcome[], { date, machine }: Circumstances): string {
  const chosen = chosenRows.flatMap((label) => outcomes.filter(({ row }) => rowLabel(row) === label));
  const held = `${outcomes.filter(isHeld).length} of ${outcomes.length}`;
  const measured = `Measured ${date} on ${machine}. Below 1, the reader takes less time than its peer.`;
  return `${measured} These are five rows; ${held} hold their limits: [all rows, and how they are measured](${page}).\n\n${shortTable(chosen)}`;
}

/** Writes beside its place first: a full disk, or an interruption, must not leave half of a page. */
function writeWhole(name: string, text: string): void {
  const path = join(root, name);
  const part = `${path}.${process.pid}.part`;
  try {
    writeFileSync(part, text);
    renameSync(part, path);
  } finally {
    rmSync(part, { force: true });
  }
}

function pageText({ measured, run, table }: { measured: string; run: string; table: string }): string {
  return `# Benchmarks

\`npx -y pnpm@12 bench\` measures every row and writes this page and five rows of the [README](../README.md). It needs an idle machine and 7 GB for generated files, which it keeps in \`node_modules/.cache\` or in the folder that \`READER_BENCH_FILES\` names. \`npx -y pnpm@12 bench --only mcp\` measures only the rows whose names or peers contain a word, and prints them; \`--list\` lists all rows. Rows whose peer is not installed are skipped and listed. A row that fails, or takes more than ten minutes, is reported, and the other rows continue.

${measured} ${run}

## How a row is measured

- Every row runs in a separate process, so that no row is affected by the memory and compiled code of another.
- The reader and the peer alternate in one run, after one warm-up round of each, and young garbage is collected before each round. Their times are medians.
- The figure is the median of the ratios of ours to theirs, pair by pair, which stays valid if the machine's speed drifts. A figure below 1 means that the reader takes less. Where the name of a row says so, it is something else, such as milliseconds, or the megabytes that a process has at its peak above one that does nothing.
- "Whole process" includes the start of Node, "isolated" also that of the process in which the parser runs. "Warm" and "in process" are calls in a running program, each with a reader without caches. A process or thread that reads PDF files warm has done the work four times before.
- A peer that is run by \`xargs -P2\` uses two processors, and so does the reader in the row with two threads of one process; the row with one thread has a separate limit.
- "Absolute" means that there is no peer.

${table}`;
}
