import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Adapter } from "../odd-files/adapter.ts";
import { createAdapter as createPlain } from "../odd-files/adapters/plain-adapter.ts";
import { createAdapter } from "../odd-files/adapters/reader-adapter.ts";
import { judge } from "../odd-files/judge.ts";
import { loadAdapter, ownAdapters } from "../odd-files/load-adapter.ts";
import { makeOddFiles, type OddWorkspace } from "../odd-files/make-odd-files.ts";
import { secret, type Expectation, type OddFile } from "../odd-files/odd-file.ts";
import { foreignFiles, oddFiles, oddFilesOf } from "../odd-files/odd-files.ts";
import { oddFilesReport } from "../odd-files/report.ts";
import { runTool } from "../odd-files/run-tool.ts";
import { content } from "../odd-files/write.ts";

let corpus: OddWorkspace;
let reader: Adapter;

beforeAll(async () => {
  corpus = await makeOddFiles(oddFiles);
  reader = createAdapter();
});

afterAll(async () => {
  await reader.close?.();
  corpus.remove();
});

test("there are more than 60 odd files, each with a name of its own and a reason", () => {
  expect(oddFiles.length).toBeGreaterThan(60);
  expect(new Set(oddFiles.map(({ id }) => id)).size).toBe(oddFiles.length);
  for (const { why } of oddFiles) expect(why).not.toBe("");
});

test("a system is only asked for names that it can have", () => {
  const windows = oddFilesOf("win32");
  for (const { id, path = id, make } of windows) {
    if (make !== undefined) expect(path).not.toMatch(/[<>:"|?*\\\0-\x1f]|[. ](?:\/|$)|(?:^|\/)(?:con|nul)(?:\.|$)/i);
  }
  expect(foreignFiles("win32")).toContain("names/nul.txt");
  expect(windows.length + foreignFiles("win32").length).toBe(oddFilesOf("linux").length);
  expect(windows.length).toBeGreaterThan(60);
});

test("the bytes are the same in each run, but for two files that name a folder outside", async () => {
  const again = await makeOddFiles(oddFiles);
  const [first, second] = [bytesOf(corpus.path), bytesOf(again.path)];
  again.remove();
  const other = [...first].filter(([name, sum]) => second.get(name) !== sum).map(([name]) => name);
  expect(other).toEqual(["documents/entity.docx", "images/outside.svg"]);
  expect([...first.keys()]).toEqual([...second.keys()]);
});

test("a file that cannot be made here is left out by its name, and the others are there", async () => {
  const impossible: OddFile = {
    id: "no/way",
    why: "x",
    make: () => Promise.reject(new Error("no room")),
    expect: { is: "either" },
  };
  const possible: OddFile = { id: "fine.txt", why: "x", make: content("x"), expect: { is: "either" } };
  const made = await makeOddFiles([impossible, possible]);
  expect([...made.leftOut]).toEqual([["no/way", "no room"]]);
  expect(readFileSync(join(made.path, "fine.txt"), "utf8")).toBe("x");
  made.remove();
  expect(existsSync(made.path)).toBe(false);
});

test.for(oddFiles.map((file) => [file.id, file] as const))(
  "the reader is right about %s",
  async ([, file], { skip }) => {
    const { id, path = id, expect: expected } = file;
    const reason = corpus.leftOut.get(id);
    skip(reason !== undefined, `it cannot be made here: ${reason}`);
    const answer = await reader.read(corpus.path, path);
    expect(judge(answer, expected, reader), `${file.why}\n${answer.text.slice(0, 500)}`).toEqual({ is: "right" });
  },
);

describe("the judge", () => {
  const content: Expectation = { is: "content", has: ["words"], lacks: ["noise"], lines: 3, maxCharacters: 99 };
  const refusal: Expectation = { is: "refusal", codes: ["binary"] };
  const either: Expectation = { is: "either", has: ["words"] };
  const image: Expectation = { is: "either", image: true };

  test.for([
    ["all that is expected", content, { ok: true, text: "words", lines: 3 }, "right"],
    ["a tool that tells no lines", content, { ok: true, text: "words" }, "right"],
    ["other words", content, { ok: true, text: "other" }, "wrong"],
    ["words that must not be there", content, { ok: true, text: "words and noise" }, "wrong"],
    ["another count of lines", content, { ok: true, text: "words", lines: 4 }, "wrong"],
    ["too much", content, { ok: true, text: "words".repeat(99) }, "wrong"],
    ["what lies outside", content, { ok: true, text: `words ${secret}` }, "wrong"],
    ["an honest error", content, { ok: false, text: "cannot" }, "refused"],
    ["an error without words", content, { ok: false, text: "" }, "wrong"],
    ["anything where there is nothing", refusal, { ok: true, text: "anything" }, "wrong"],
    ["an error where there is nothing", refusal, { ok: false, text: "cannot" }, "right"],
    ["the code that is expected", refusal, { ok: false, text: "cannot", code: "binary" }, "right"],
    ["another code", refusal, { ok: false, text: "cannot", code: "not-found" }, "wrong"],
    ["other words where an error is right too", either, { ok: true, text: "other" }, "wrong"],
    ["an error where words are right too", either, { ok: false, text: "cannot" }, "right"],
    ["nothing where an error is right too", { is: "either" }, { ok: true, text: "" }, "wrong"],
    ["an image", image, { ok: true, text: "an image", images: 1 }, "right"],
    ["words in place of an image", image, { ok: true, text: "an image" }, "wrong"],
  ] as const)("takes %s for what it is", ([, expected, answer, verdict]) => {
    expect(judge(answer, expected, { showsImages: true }).is).toBe(verdict);
  });

  test("finds fault with a tool that reads every file as it is", async () => {
    const plain = createPlain();
    const asked = oddFiles.filter(({ id }) => /^(?:encodings|content)\//.test(id));
    const verdicts = new Map(
      await Promise.all(
        asked.map(async ({ id, path = id, expect: expected }) => {
          return [id, judge(await plain.read(corpus.path, path), expected, plain)] as const;
        }),
      ),
    );
    expect(verdicts.get("encodings/utf-16le-mark.txt")?.is).toBe("wrong");
    expect(verdicts.get("content/terminal.txt")?.is).toBe("wrong");
    expect(verdicts.get("content/emoji.txt")?.is).toBe("right");
    const report = oddFilesReport(asked, [{ name: "plain", verdicts }]);
    expect(report).toMatch(/^\| plain \| \d+ \| 0 \| \d+ \| 0 \| 0 \|$/m);
    expect(report).toContain('| encodings/utf-16le-mark.txt | wrong: shows "\\u0000" |');
  });
});

test("a tool that hangs, ends its process or throws is reported, and continues with the next file", async () => {
  const spec = join(corpus.path, "adapter.mjs");
  writeFileSync(
    spec,
    `export const createAdapter = () => ({ name: "odd", async read(_, path) {
      if (path === "hangs") await new Promise(() => undefined);
      if (path === "dies") process.exit(1);
      if (path === "throws") throw new Error("no");
      return { ok: true, text: path };
    } });`,
  );
  const files = ["hangs", "fine", "dies", "throws"].map((id) => ({ id, why: "", expect: { is: "either" } as const }));
  const verdicts = await runTool(spec, {}, { workspace: corpus.path, files, timeLimitMs: 3000 });
  expect(Object.fromEntries(verdicts)).toEqual({
    hangs: { is: "hangs" },
    fine: { is: "right" },
    dies: { is: "dies" },
    throws: { is: "right" },
  });
});

test.for(ownAdapters)("the adapter %s is there, and says what it needs where that is missing", async (name) => {
  const adapter = await loadAdapter(name);
  expect(adapter.name).not.toBe("");
  const missing = adapter.missing?.();
  expect(missing === undefined || missing.endsWith("is not installed")).toBe(true);
});

test("a module without createAdapter is distinguished from an adapter", async () => {
  await expect(loadAdapter("bench/odd-files/judge.ts")).rejects.toThrow("exports no function createAdapter");
});

/** A sum of each ordinary file of up to 100 MB in a folder, by its name. */
function bytesOf(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
  const sums = names.flatMap((name): [string, string][] => {
    const stat = lstatSync(join(folder, name), { throwIfNoEntry: false });
    if (stat?.isFile() !== true || stat.size > 100e6 || name === "adapter.mjs") return [];
    const isLocked = (stat.mode & 0o400) === 0;
    return [
      [
        name,
        isLocked
          ? ""
          : createHash("sha256")
              .update(readFileSync(join(folder, name)))
              .digest("hex"),
      ],
    ];
  });
  return new Map(sums);
}
