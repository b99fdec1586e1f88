import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { tortureArguments, usage } from "./arguments.ts";
import { parts, partsNamed } from "./parts/parts.ts";
import { publish } from "./publish.ts";
import { findingWords, isPassed, tortureTable } from "./report.ts";
import { torture } from "./torture.ts";

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  tell(error instanceof Error ? error.message : String(error));
  return 2;
});

async function main(args: readonly string[]): Promise<number> {
  const asked = tortureArguments(args);
  if (asked.isHelp) {
    const list = parts.map(
      ({ name, about, weight }) => `  ${name.padEnd(14)} ${String(weight).padStart(2)}  ${about}\n`,
    );
    process.stdout.write(`${usage}\n${list.join("")}`);
    return 0;
  }
  tell(`seed ${asked.seed}: --seed ${asked.seed} makes the same cases again`);
  const { tallies, findings, minimised } = await torture(asked, partsNamed(asked.only), tell);
  const notes = tallies.flatMap(({ part, notes: each }) => each.map((note) => `- ${part}: ${note}\n`));
  const table = `${tortureTable(tallies)}${notes.length === 0 ? "" : `\n${notes.join("")}`}`;
  process.stdout.write(`\nseed ${asked.seed}\n\n${table}\n`);
  if (findings.length > 0) process.stdout.write(`${findingWords(findings, minimised, asked.seed)}\n`);
  if (asked.reportFile !== undefined) {
    mkdirSync(dirname(asked.reportFile), { recursive: true });
    writeFileSync(asked.reportFile, table);
  }
  if (asked.isPublished) publish(table, asked);
  return isPassed(tallies) ? 0 : 1;
}

function tell(line: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
}
