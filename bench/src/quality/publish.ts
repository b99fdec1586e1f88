import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { QualityResults } from "./quality.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const page = "docs/quality.md";

/** Writes results into their places in the page. What it says about them is written by hand. */
export function publishQuality(results: QualityResults): void {
  const path = join(root, page);
  writeFileSync(path, withResults(readFileSync(path, "utf8"), results));
  spawnSync(join(root, "node_modules/.bin/oxfmt"), [page], { cwd: root, stdio: "ignore" });
}

/** Returns a page with results between their marks. Throws if the page has no place for one. */
export function withResults(text: string, results: QualityResults): string {
  return Object.entries(results).reduce((whole, [name, result]) => {
    const [start, end] = [`<!-- quality ${name} -->`, `<!-- /quality ${name} -->`];
    const [from, to] = [whole.indexOf(start), whole.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`The page has no place for ${name}: ${start} and ${end}.`);
    return `${whole.slice(0, from)}${start}\n\n${result.trim()}\n\n${whole.slice(to)}`;
  }, text);
}
