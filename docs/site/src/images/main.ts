import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../site-map.ts";
import { heroImage } from "./hero.ts";
import { terminalSvg, type Scene } from "./terminal-svg.ts";

// `pnpm images` makes the images of the README again: a screenshot of the demo's web view, and commands with what the
// built program prints.
const commands = [
  ["report.pdf", "--pages", "2"],
  ["app.log", "--find", "ERROR", "--context", "0", "--limit", "3"],
  ["book.xlsx", "--select", "Orders!A1:C4"],
  ["report.pfd"],
];

const folder = join(root, "docs/images");
mkdirSync(folder, { recursive: true });
const title = "reader in a terminal: a page of a PDF file, a search in a log, cells of a workbook, a misspelt name";
writeFileSync(join(folder, "terminal.svg"), terminalSvg(title, commands.map(run)));
writeFileSync(join(folder, "web-view.png"), await heroImage());

function run(args: readonly string[]): Scene {
  const program = join(root, "apps/cli/lib/main.cjs");
  const { stdout, stderr, error } = spawnSync(process.execPath, [program, ...args], {
    cwd: join(root, "fixtures/demo"),
    encoding: "utf8",
  });
  if (error !== undefined) throw error;
  const output = [
    { channel: "stdout" as const, text: stdout },
    { channel: "stderr" as const, text: stderr },
  ];
  return { command: `reader ${args.join(" ")}`, output: output.filter(({ text }) => text !== "") };
}
