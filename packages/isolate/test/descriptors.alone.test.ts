import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { folderWith } from "./support.ts";

/** The compiled code, as the children of users run it. */
function compiled(name: string): string {
  return new URL(`../../${name}`, import.meta.url).href;
}

const modules = [
  "core/dist/index.js",
  "isolate/dist/index.js",
  "testkit/dist/misbehaviour/handler.js",
  "isolate/dist/child/child.js",
].map(compiled);

/** Handlers of another module, whose processes are others, too. */
const others = `
const handler = (name) => ({
  specVersion: 1, name, mediaTypes: ["application/x-" + name],
  origin: { module: import.meta.url, export: name },
  sniff: (head, file) => (file.endsWith("." + name) ? "application/x-" + name : undefined),
  async *read(source) { yield { type: "text", text: new TextDecoder().decode(await source.bytes()) }; },
});
export const one = () => handler("one");
`;

/** Reads all files at once, and prints how often each outcome came. */
const program = `
const [folder, count, core, isolation, kit, childModule] = process.argv.slice(1);
const [{ createReader }, { isolate }, { misbehaving }, { one }] = await Promise.all(
  [core, isolation, kit, "file://" + folder + "/others.mjs"].map((url) => import(url)),
);
const isolated = isolate([misbehaving(), one()], { childModule, limits: { maxProcesses: 3 } });
const budget = { documentTimeMs: 120_000, textTimeMs: 120_000 };
const reader = createReader({ handlers: isolated.handlers, roots: [folder], budget });
const endings = ["txt", "one", "misbehave"];
const paths = Array.from({ length: Number(count) }, (_, index) => index + "." + endings[index % endings.length]);
const outcomes = await Promise.all(paths.map((path) => reader.read(path)));
const words = outcomes.map((outcome, index) => {
  const found = outcome.ok && outcome.parts.some((part) => part.text?.includes("number " + index + "."));
  return found ? endings[index % 3] : outcome.ok ? "wrong" : [outcome.error.code, outcome.error.message, outcome.error.hint].join(" ");
});
const counts = {};
for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
console.log(JSON.stringify(counts));
await reader.close();
await isolated.close();
`;

/** What becomes of so many files that are read at once in a process that may open so many. */
async function outcomesOf(count: number, maxOpenFiles: number): Promise<Readonly<Record<string, number>>> {
  const folder = folderWith({ "package.json": "{}", "others.mjs": others });
  for (let index = 0; index < count; index += 1) {
    const ending = ["txt", "one", "misbehave"][index % 3];
    const words = ending === "misbehave" ? "misbehave: nothing\n" : "";
    writeFileSync(join(folder, `${index}.${ending}`), `${words}This is number ${index}.\n`);
  }
  const shell = `ulimit -n ${maxOpenFiles} && exec "$@"`;
  const given = [process.execPath, "--input-type=module", "--eval", program, folder, String(count), ...modules];
  const { stdout } = await promisify(execFile)("/bin/sh", ["-c", shell, "sh", ...given]);
  return JSON.parse(stdout) as Record<string, number>;
}

describe.skipIf(process.platform === "win32")("a program that may open few files", () => {
  test.for([40, 48, 64])("reads 79 files at once, %i open ones allowed", async (maxOpenFiles) => {
    expect(await outcomesOf(79, maxOpenFiles)).toEqual({ txt: 27, one: 26, misbehave: 26 });
  });

  test("says what to do where no process can be started", async () => {
    const { txt, ...failed } = await outcomesOf(12, 28);
    expect(txt).toBe(4);
    expect(Object.keys(failed)).toHaveLength(8);
    for (const words of Object.keys(failed)) {
      expect(words).toMatch(
        /^out-of-resources No process could be started to read .*because too many files are open \(EMFILE\)/,
      );
      expect(words).toContain("ulimit -n");
    }
  });
});
