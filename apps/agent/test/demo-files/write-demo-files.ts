// Writes fixtures/demo: `node apps/agent/test/demo-files/write-demo-files.ts`. Needs LibreOffice, pandoc and Chromium.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeMorning } from "./app-log.ts";
import { flatBook } from "./book.ts";
import { ordersChart, shopDiagram } from "./charts.ts";
import { analysisNotebook } from "./notebook.ts";
import { notesText, reportText } from "./texts.ts";

const target = fileURLToPath(new URL("../../../../fixtures/demo/", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "demo-files-"));
const environment = { ...process.env, HOME: work, SOURCE_DATE_EPOCH: "1773489600", TZ: "UTC" };

function run(program: string, ...args: readonly string[]): void {
  execFileSync(program, args, { cwd: work, env: environment, stdio: ["ignore", "ignore", "inherit"] });
}

function write(name: string, content: string): void {
  writeFileSync(join(work, name), content);
}

/** Chromium draws an SVG as a PNG of the same size. */
function draw(name: string, svg: string, size: string): void {
  write(`${name}.html`, `<!doctype html><style>body{margin:0}</style>${svg}`);
  const options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", `--window-size=${size}`];
  run("chromium", ...options, `--screenshot=${join(work, `${name}.png`)}`, join(work, `${name}.html`));
}

function convert(input: string, format: string): void {
  run("soffice", "--headless", "--convert-to", format, input);
}

const morning = writeMorning();
mkdirSync(target, { recursive: true });
write("app.log", `${morning.lines.join("\n")}\n`);
write("notes.md", notesText(morning));
draw("chart", ordersChart(morning.quarters), "800,360");
draw("diagram", shopDiagram(), "1280,720");
write("analysis.ipynb", analysisNotebook(morning, readFileSync(join(work, "chart.png"))));
write("book.fods", flatBook(morning.quarters));
convert("book.fods", "xlsx");
write("report.md", reportText(morning));
run("pandoc", "report.md", "-o", "report.docx");
convert("report.docx", "pdf");
for (const name of ["app.log", "notes.md", "diagram.png", "analysis.ipynb", "book.xlsx", "report.pdf"]) {
  copyFileSync(join(work, name), join(target, name));
}
rmSync(work, { recursive: true });
