import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { demoFolder, demoReader } from "../support/demo.ts";
import { writeMorning } from "./app-log.ts";
import { analysisNotebook } from "./notebook.ts";
import { notesText } from "./texts.ts";

const morning = writeMorning();

function fileOf(name: string): string {
  return readFileSync(join(demoFolder, name), "utf8");
}

test("the log, the notes and the notebook are what write-demo-files writes", () => {
  expect(fileOf("app.log")).toBe(`${morning.lines.join("\n")}\n`);
  expect(fileOf("notes.md")).toBe(notesText(morning));
  const [, chart = ""] = /"image\/png": "([^"]+)"/.exec(fileOf("analysis.ipynb")) ?? [];
  expect(fileOf("analysis.ipynb")).toBe(analysisNotebook(morning, Buffer.from(chart, "base64")));
});

test("the files tell one story: what failed in the log is what the workbook adds up", async () => {
  const failed = morning.lines.filter((line) => line.includes(" failed: ")).length;
  const book = await demoReader().read({ path: "book.xlsx", find: "Total" });
  expect(JSON.stringify(book.parts)).toContain(`|${failed}|`);
});

test("the folder holds a PDF, an image, a workbook, a notebook, a log and notes, and is small", () => {
  expect(readdirSync(demoFolder).sort()).toEqual([
    "analysis.ipynb",
    "app.log",
    "book.xlsx",
    "diagram.png",
    "notes.md",
    "report.pdf",
  ]);
  const bytes = readdirSync(demoFolder).reduce((sum, name) => sum + readFileSync(join(demoFolder, name)).length, 0);
  expect(bytes).toBeLessThan(500_000);
});
