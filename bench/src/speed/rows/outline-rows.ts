import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { createReader, type Handler } from "@reader/core";
import { cli } from "./cli-rows.ts";
import { whole } from "../files/bench-data.ts";
import { madeSources, type MadeSource } from "../files/make-sources.ts";
import { absoluteTime, median, processTime, workTime } from "../measure.ts";
import { roomy } from "./read-whole.ts";
import type { Row } from "../row.ts";

const entry = new URL("../../../../packages/outline/lib/index.js", import.meta.url);
const lineCount = 100_000;

/** Rows about outlines of source code. */
export const outlineRows: readonly Row[] = [
  {
    name: "outline of a TypeScript file of 100 000 lines, in process, ms",
    peer: "absolute",
    atMost: 1000,
    async measure() {
      const file = await sourceFile();
      if (!existsSync(entry)) throw new Error("@reader/outline is not built.");
      const { outline } = (await import(entry.href)) as { readonly outline: () => Handler };
      const all: number[] = [];
      // A reader keeps what it has outlined; a new one does it again.
      for (let round = 0; round < 9; round += 1) all.push(await workTime(() => outlineOf(file, outline()))());
      const warm = all.slice(1);
      return {
        ours: `${median(warm).toFixed(0)} ms (first ${(all[0] ?? 0).toFixed(0)})`,
        theirs: "",
        value: median(warm),
      };
    },
  },
  programRow("outline of a TypeScript file of 100 000 lines, whole CLI process, isolated, ms", ["--view", "outline"]),
  ...madeSources.map(madeRow),
  programRow("first page of it, with its outline behind, whole CLI process, isolated, ms", []),
];

/** The command line, whose output must reach the last class of the outline, or the outline itself where it is cut. */
function programRow(name: string, options: readonly string[]): Row {
  return {
    name,
    peer: "absolute",
    atMost: 1000,
    async measure() {
      const request = [cli, await sourceFile(), ...options];
      const { stdout } = spawnSync(process.execPath, request, { encoding: "utf8", maxBuffer: 1e8 });
      if (!/^.*\bclass Adder9\b/m.test(stdout)) throw new Error("The answer has no outline.");
      return absoluteTime(processTime(process.execPath, request));
    },
  };
}

/** The command line over a file of a language whose grammar takes long, of which nothing may be missing. */
function madeRow({ language, fileName, code }: MadeSource): Row {
  return {
    name: `outline of a ${language} file of 100 000 lines, whole CLI process, isolated, ms`,
    peer: "absolute",
    atMost: 1000,
    async measure() {
      const request = [cli, await whole(fileName, () => new TextEncoder().encode(code())), "--view", "outline"];
      const { stdout } = spawnSync(process.execPath, request, { encoding: "utf8", maxBuffer: 1e8 });
      if (!/^Shown: lines 1-\d+ of/m.test(stdout) || stdout.includes("not complete"))
        throw new Error("The answer has no whole outline.");
      return absoluteTime(processTime(process.execPath, request));
    },
  };
}

function sourceFile(): Promise<string> {
  return whole("100k-lines.ts", () => new TextEncoder().encode(sourceCode(lineCount)));
}

async function outlineOf(file: string, handler: Handler): Promise<void> {
  const reader = createReader({ roots: [dirname(file)], handlers: [handler], budget: roomy });
  const outcome = await reader.read({ path: file, view: "outline" });
  await reader.close();
  if (!outcome.ok) throw new Error(outcome.error.message);
  const isWhole = outcome.parts.some(
    (part) => part.type === "text" && part.text.includes(`Adder${lineCount / 100 - 1}`),
  );
  if (!isWhole) throw new Error("The outline does not reach the last class.");
}

/** Classes of ten methods, each with its comment: 100 lines a class. */
function sourceCode(lines: number): string {
  const classes: string[] = [];
  for (let at = 0; at < lines / 100; at += 1) classes.push(classCode(at));
  return classes.join("");
}

function classCode(at: number): string {
  const methods = Array.from(
    { length: 10 },
    (_, method) => `  /** Adds ${method} to what it is given, unless that is odd. */
  public add${method}(value: number, options: { readonly odd: boolean } = { odd: false }): number {
    if (value % 2 === 1 && !options.odd) {
      return value;
    }
    const sum = value + ${method};
    return sum;
  }

`,
  );
  return `/** Number ${at} of its kind. */\nexport class Adder${at} {\n${methods.join("")}  readonly kind = ${at};\n}\n${"// Filler.\n".repeat(6)}`;
}
