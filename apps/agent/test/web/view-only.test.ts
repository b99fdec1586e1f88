import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { isViewOnly, parseArguments } from "../../src/arguments/parse-arguments.ts";
import { run } from "../../src/program.ts";
import type { Start } from "../../src/web/wire.ts";
import { outputTo } from "../../src/host/output.ts";
import { folderWith } from "../support/program.ts";

test.for([
  { argv: ["--web", "a", "b"], isOnly: true },
  { argv: ["--web"], isOnly: false },
  { argv: ["--web", "a", "--model", "ollama:x"], isOnly: false },
  { argv: ["a", "--model", "ollama:x"], isOnly: false },
  { argv: [], isOnly: false },
])("$argv are for looking alone: $isOnly", ({ argv, isOnly }) => {
  expect(isViewOnly(parseArguments(argv))).toBe(isOnly);
});

test("the script is not asked about folders that it does not know, in the web view either", () => {
  expect(() => parseArguments(["--web", "--scripted", "a"])).toThrow("The script only knows the files of the demo.");
});

const isBuilt = existsSync(fileURLToPath(new URL("../../dist/page/index.html", import.meta.url)));

test.skipIf(!isBuilt)("any folder is opened without a model (needs the built page: npx -y pnpm@12 build)", async () => {
  const { ended, address, words } = start(folderWith({ "only here.txt": "hello\n" }));
  const { origin, hash } = new URL(await address);
  const headers = { authorization: `Bearer ${hash.slice(1)}` };
  const started = (await (await fetch(`${origin}/api/start`, { headers })).json()) as Start;
  expect(started.model).toBeUndefined();
  expect(started.questions).toEqual([]);
  const listed = await fetch(`${origin}/api/list`, { headers, method: "POST", body: '{"path":"."}' });
  expect(await listed.json()).toMatchObject({ ok: true, entries: [{ name: "only here.txt" }] });
  expect(words()).toContain("no model");
  process.emit("SIGHUP");
  expect(await ended).toBe(0);
});

/** Starts the program over a folder; it ends as where its terminal is closed. */
function start(folder: string) {
  let written = "";
  let tell: (() => void) | undefined;
  const write = (text: string): void => {
    written += text;
    tell?.();
  };
  const output = outputTo({ write }, {});
  const ended = run(["--web", folder], { environment: {}, isInteractive: false, output, errors: output });
  onTestFinished(() => void process.emit("SIGHUP"));
  const address = new Promise<string>((resolve, reject) => {
    tell = () => {
      const [url] = /http:\S+/.exec(written) ?? [];
      if (url !== undefined) resolve(url);
    };
    void ended.then(() => reject(new Error(written)));
  });
  return { ended, address, words: () => written };
}
