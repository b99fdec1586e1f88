import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";

const page = new URL("../../SECURITY.md", import.meta.url);
const begin = "<!-- torture: begin -->";
const end = "<!-- torture: end -->";

/** Writes the table of a run into SECURITY.md, between its two marks. Throws an `Error` if the page lacks them. */
export function publish(table: string, { seed, seconds }: { readonly seed: number; readonly seconds: number }): void {
  const text = readFileSync(page, "utf8");
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`SECURITY.md has no place for the table: ${begin} and ${end}.`);
  const date = new Date().toISOString().slice(0, 10);
  // The work of other programs counts, too: with more of it, fewer inputs are read in the same time.
  const load = `load ${loadavg()[2]?.toFixed(0)} in the last 15 minutes`;
  const words = `Latest run: ${date}, ${seconds} seconds, seed ${seed}, Node ${process.versions.node}, ${availableParallelism()} cores with ${load}.`;
  writeFileSync(page, `${text.slice(0, from + begin.length)}\n\n${words}\n\n${table}\n${text.slice(to)}`);
}
