import { benchWish } from "./arguments.ts";
import { benchData } from "./data.ts";
import { loadNow, machineWords, quietLoad } from "./machine.ts";
import { missingPeer, peerVersions } from "./peers.ts";
import { publish } from "./publish.ts";
import { measuredWords, reportTable, runWords, type Circumstances } from "./report.ts";
import type { Row, RowOutcome } from "./row.ts";
import { rows } from "./rows.ts";

// `pnpm bench` measures every row and writes the table into the pages; `pnpm bench --only mcp` measures the rows whose
// names hold a word, and prints them; `pnpm bench --list` names them; `pnpm bench quality` tells how good the text of
// PDFs is, which has no rows.
const { kind, words } = benchWish(process.argv.slice(2));
const wanted = rows.filter(({ name }) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word)));
if (kind === "quality") process.stdout.write(await quality());
else if (kind === "list") process.stdout.write(wanted.map(({ name, peer }) => `${name} | ${peer}\n`).join(""));
else await speed();

async function quality(): Promise<string> {
  const { qualityReport } = await import("./quality/quality.ts");
  return qualityReport();
}

async function speed(): Promise<void> {
  const before = loadNow();
  if (before > quietLoad) process.stderr.write(`The load is ${before.toFixed(2)}: these figures are rough.\n`);
  const outcomes: RowOutcome[] = [];
  for (const row of wanted) outcomes.push(await outcomeOf(row));
  const circumstances: Circumstances = {
    date: new Date().toISOString().slice(0, 10),
    machine: machineWords(),
    load: [before, loadNow()],
    peers: peerVersions(wanted),
  };
  if (words.length === 0) publish(outcomes, circumstances);
  process.stdout.write(`${measuredWords(circumstances)} ${runWords(circumstances)}\n\n${reportTable(outcomes)}`);
  const isSound = outcomes.every(
    ({ row, result, skipped }) => skipped !== undefined || (result?.value ?? NaN) <= row.atMost,
  );
  process.exitCode = isSound ? 0 : 1;
}

async function outcomeOf(row: Row): Promise<RowOutcome> {
  process.stderr.write(`${row.name} …\n`);
  const skipped = missingPeer(row);
  if (skipped !== undefined) {
    process.stderr.write(`  skipped: ${skipped}\n`);
    return { row, skipped };
  }
  try {
    const result = await row.measure(benchData);
    process.stderr.write(`  ${result.ours}, ${row.peer}: ${result.theirs}, figure ${result.value.toFixed(3)}\n`);
    return { row, result };
  } catch (error) {
    const failed = error instanceof Error ? error.message : String(error);
    process.stderr.write(`  failed: ${failed}\n`);
    return { row, failed };
  }
}
