import { benchWish, usage, wantedRows, type BenchWish } from "./arguments.ts";
import { loadNow, machineWords, quietLoad } from "./speed/machine.ts";
import { findOwnPnpm } from "./speed/own-pnpm.ts";
import { peerVersions } from "./speed/peers.ts";
import { publish } from "./speed/publish.ts";
import { measuredWords, reportTable, runWords, type Circumstances } from "./speed/report.ts";
import { isHeld, rowLabel, type Row } from "./speed/row.ts";
import { rows } from "./speed/rows/rows.ts";
import { runRows } from "./speed/run-rows.ts";

// `pnpm bench` measures every row and writes the table into the pages; `pnpm bench --only mcp` measures the rows that
// hold a word, and prints them; `pnpm bench --list` names them; `pnpm bench quality` measures how good the text
// of documents is, and writes its page. It ends with 0 where every limit is held, 1 where one is not, 2 where it was asked wrongly, and 130
// where it was interrupted.
findOwnPnpm();
process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  try {
    const wish = benchWish(args);
    if (wish.kind === "quality") return await quality();
    const wanted = wantedRows(rows, wish);
    if (wish.kind === "speed") return await speed(wanted, wish);
    process.stdout.write(wish.kind === "list" ? wanted.map((row) => `${rowLabel(row)}\n`).join("") : usage);
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}

async function quality(): Promise<number> {
  const [{ qualityResults }, { publishQuality }] = await Promise.all([
    import("./quality/quality.ts"),
    import("./quality/publish.ts"),
  ]);
  let count = 0;
  for await (const results of qualityResults()) {
    count += 1;
    for (const [name, result] of Object.entries(results)) process.stdout.write(`## ${name}\n\n${result}\n\n`);
    publishQuality(results);
  }
  if (count === 0) tell("There is no corpus beside this checkout: nothing was measured.");
  return 0;
}

async function speed(wanted: readonly Row[], { words }: BenchWish): Promise<number> {
  const before = loadNow();
  if (before > quietLoad) tell(`The load is ${before.toFixed(2)}: these figures are rough.`);
  const interruption = interruptible();
  const outcomes = await runRows(wanted, { signal: interruption, tell });
  const circumstances: Circumstances = {
    date: new Date().toISOString().slice(0, 10),
    machine: machineWords(),
    load: [before, loadNow()],
    peers: peerVersions(outcomes.map(({ row }) => row)),
  };
  process.stdout.write(`${measuredWords(circumstances)} ${runWords(circumstances)}\n\n${reportTable(outcomes)}`);
  if (interruption.aborted) {
    tell(`Interrupted: ${outcomes.length} of ${wanted.length} rows were measured, and no page was written.`);
    return 130;
  }
  if (words.length === 0) publish(outcomes, circumstances);
  return outcomes.every(isHeld) ? 0 : 1;
}

/** Aborted when this program is asked to end. */
function interruptible(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => controller.abort());
  return controller.signal;
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
