import { benchData } from "./data.ts";
import { hasProgram } from "./measure.ts";
import { reportTable } from "./report.ts";
import { rows } from "./rows.ts";

// `pnpm bench` runs every row; `pnpm bench tail numbering` the rows whose names hold one of the words; `pnpm bench
// quality` tells how good the text of PDFs is, which has no rows.
const words = process.argv.slice(2);
process.stdout.write(words.join(" ") === "quality" ? await quality() : await speed());

async function quality(): Promise<string> {
  const { qualityReport } = await import("./quality/quality.ts");
  return qualityReport();
}

async function speed(): Promise<string> {
  const wanted = rows.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  const results = [];
  for (const row of wanted) {
    process.stderr.write(`${row.name} …\n`);
    const missing = row.programs?.find((program) => !hasProgram(program));
    if (missing === undefined) results.push({ row, ...(await row.measure(benchData)) });
    else process.stderr.write(`  left out: ${missing} is not installed\n`);
  }
  return reportTable(results);
}
