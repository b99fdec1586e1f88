import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { estimateTokens } from "@reader/core";
import { expect, test } from "vitest";
import { root } from "./pages.ts";

const folder = join(root, "packages/core/test/tokens/fixtures");
const counts = new Map(
  Object.entries(JSON.parse(readFileSync(join(folder, "counts.json"), "utf8")) as Record<string, number>),
);

function percent(estimate: number, exact: number): string {
  const error = Math.round((estimate / exact - 1) * 100);
  return error > 0 ? `+${error} %` : `${error} %`.replace("-", "−");
}

function row(name: string): string {
  const content = readFileSync(join(folder, name), "utf8");
  const bytes = Buffer.byteLength(content);
  const exact = counts.get(name) ?? Number.NaN;
  const estimate = estimateTokens(content);
  const errors = [percent(estimate, exact), percent(bytes / 4, exact)];
  return `| ${[name.replace(/\.txt$/, ""), bytes, exact, estimate, ...errors].join(" | ")} |`;
}

test("the table of the estimator is what it gives for the samples", () => {
  const rows = readdirSync(folder)
    .filter((name) => name.endsWith(".txt"))
    .toSorted()
    .map(row);
  const page = readFileSync(join(root, "docs/tokens.md"), "utf8");
  const table = page
    .split("\n")
    .map((line) => line.replaceAll(/ +/g, " "))
    .filter((line) => /^\| [\w-]+ \| \d/.test(line));
  expect(table).toEqual(rows);
});
