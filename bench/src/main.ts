import { makeData } from "./data.ts";
import { reportTable } from "./report.ts";
import { rows } from "./rows.ts";

// `pnpm bench` runs every row; `pnpm bench tail numbering` the rows whose names hold one of the words.
const words = process.argv.slice(2);
const wanted = rows.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
const data = await makeData();
const results = [];
for (const row of wanted) {
  process.stderr.write(`${row.name} …\n`);
  results.push({ row, ...(await row.measure(data)) });
}
process.stdout.write(reportTable(results));
