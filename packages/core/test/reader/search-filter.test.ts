import { gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, onTestFinished, test } from "vitest";
import { createReader, type Reader, type ReaderOptions } from "../../src/index.ts";
import { defineHandler, text } from "../../src/handler.ts";
import { type MemoryEntries, memoryFileSystem } from "../files/workspace/memory.ts";

/** Unpacks gzip and hands the text to the reader, as the handler of archives does. */
const gzip = defineHandler({
  name: "archive",
  mediaTypes: ["application/gzip"],
  origin: { module: "@reader/handler-archive", export: "archive" },
  async *read(source, context) {
    yield* context.nested(source.name.replace(/\.gz$/, ""), new Uint8Array(gunzipSync(await source.bytes())));
  },
});

const picture = defineHandler({
  name: "picture",
  mediaTypes: ["image/png"],
  async *read() {
    yield text("a picture\n");
  },
});

function readerOf(entries: MemoryEntries, options: ReaderOptions = {}): Reader {
  const fileSystem = memoryFileSystem({ entries, workingDirectory: "/w" });
  const reader = createReader({ roots: ["/w"], fileSystem, handlers: [gzip, picture], ...options });
  onTestFinished(() => reader.close());
  return reader;
}

async function verdictOn(content: string | Uint8Array, find = "needle", name = "a.txt"): Promise<string> {
  const filter = await readerOf({ [`/w/${name}`]: content }).searchFilter(find);
  return (await filter.examine(name)).verdict;
}

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);

describe("a filter", () => {
  test.for([
    ["hay\n", "a.txt", "no-match"],
    ["a needle\n", "a.txt", "unknown"],
    ["hay\n".repeat(100_000), "a.txt", "no-match"],
    [`${"hay\n".repeat(100_000)}needle`, "a.txt", "unknown"],
    ["", "a.txt", "no-match"],
    [gzipSync("hay"), "a.txt.gz", "no-match"],
    [gzipSync("needle"), "a.txt.gz", "unknown"],
    [Buffer.concat([gzipSync("hay"), gzipSync("needle")]), "a.txt.gz", "unknown"],
    [gzipSync("hay").subarray(0, 12), "a.txt.gz", "unknown"],
    [gzipSync("hay"), ".env.gz", "unknown"],
    [gzipSync(Uint8Array.from([0, 1, 2, 3, 255])), "a.bin.gz", "unknown"],
    [Uint8Array.from([0, 1, 2, 3, 255]), "a.bin", "unknown"],
    [png, "a.png", "image"],
    ["needle=1", ".env", "unknown"],
  ] as const)("tells of %# whether it must be read", async ([content, name, verdict]) => {
    expect(await verdictOn(content, "needle", name)).toBe(verdict);
  });

  test("finds a literal across two reads of a large file", async () => {
    for (let shift = 0; shift < 8; shift += 1) {
      const content = `${"x".repeat(64 * 1024 - shift)}needle${"\nhay".repeat(1000)}`;
      expect(await verdictOn(content)).toBe("unknown");
    }
  });

  test("leaves a bomb to the handler and its limits", async () => {
    expect(await verdictOn(gzipSync(new Uint8Array(20_000_000).fill(0x61)), "needle", "a.txt.gz")).toBe("unknown");
  });

  test("unpacks nothing for a handler that may show more than the text", async () => {
    const own = defineHandler({ name: "own", mediaTypes: ["application/gzip"], async *read() {} });
    const reader = readerOf({ "/w/a.gz": gzipSync("hay") }, { handlers: [own] });
    expect(await (await reader.searchFilter("needle")).examine("a.gz")).toEqual({ verdict: "unknown", module: "own" });
  });

  test.for(["gone.txt", "../x", "", "folder"])("leaves the error of %j to a read", async (path) => {
    const filter = await readerOf({ "/w/folder/a.txt": "hay" }).searchFilter("needle");
    expect(await filter.examine(path)).toEqual({ verdict: "unknown" });
  });

  test("neither follows links nor leaves the roots", async () => {
    const entries = {
      "/secret/a.txt": "hay",
      "/w/in/a.txt": "hay",
      "/w/file.txt": { kind: "symlink", target: "/secret/a.txt" },
      "/w/out": { kind: "symlink", target: "/secret" },
    } as const;
    const filter = await readerOf(entries).searchFilter("needle");
    expect(await filter.examine("in/a.txt")).toEqual({ verdict: "no-match" });
    for (const path of ["file.txt", "out/a.txt", "/secret/a.txt", "in/../../secret/a.txt"])
      expect(await filter.examine(path)).toEqual({ verdict: "unknown" });
  });

  test("detects the type of a file again after it was changed", async () => {
    const entries = { "/w/a": Uint8Array.from([0, 1, 2, 255]), "/w/b": "hays" };
    const fileSystem = memoryFileSystem({ entries, workingDirectory: "/w" });
    const reader = readerOf({}, { fileSystem });
    const verdicts = async (): Promise<readonly string[]> => {
      const filter = await reader.searchFilter("needle");
      return [(await filter.examine("a")).verdict, (await filter.examine("b")).verdict];
    };
    expect(await verdicts()).toEqual(["unknown", "no-match"]);
    expect(await verdicts()).toEqual(["unknown", "no-match"]);
    fileSystem.write("/w/a", "hays");
    fileSystem.write("/w/b", Uint8Array.from([0, 1, 2, 255]));
    expect(await verdicts()).toEqual(["no-match", "unknown"]);
  });

  test("names the handler of a document", async () => {
    const filter = await readerOf({ "/w/a.gz": gzipSync("needle") }).searchFilter("needle");
    expect(await filter.examine("a.gz")).toEqual({ verdict: "unknown", module: "@reader/handler-archive" });
  });

  test("is refused for an invalid pattern", async () => {
    await expect(readerOf({}).searchFilter("/(/")).rejects.toMatchObject({ code: "invalid-request" });
  });
});

/** ASCII that fills the bytes by which an encoding is detected. */
const ascii = "hay stack\n".repeat(1000);

// What of a file is found only if it is decoded, unpacked or folded. The property below finds little of it by chance.
describe("a file with a match is not excluded", () => {
  const encoded = (content: string, encoding: string, addBOM = false): Buffer =>
    iconv.encode(content, encoding, { addBOM });
  const plain: readonly (readonly [title: string, content: Uint8Array, find: string])[] = [
    ["with the Kelvin sign", Buffer.from("sin\u212a\n"), "/sink/i"],
    ["with the long s", Buffer.from("\u017fink\n"), "/sink/i"],
    ["with both behind ASCII", Buffer.from(`${ascii}\u017fin\u212a\n`), "/sink/i"],
    ["in UTF-16", encoded("a needle\n", "utf-16le", true), "needle"],
    ["in UTF-16, whatever the case", encoded("a Needle\n", "utf-16be", true), "/needle/i"],
    ["in UTF-32", encoded("a needle\n", "utf-32le", true), "needle"],
    ["in HZ", Buffer.from("hay ~{VPNDVP~} hay\n"), "中文"],
    ["in ISO-2022-JP", Buffer.from("hay \u001b$BCfJ8\u001b(B hay\n", "latin1"), "中文"],
    ["in Windows-1252", encoded("ein größerer Haufen\n", "win1252"), "größer"],
  ];
  const packed: typeof plain = [
    ...plain,
    ["once it is folded", Buffer.from("a na\u00efve needle\n"), "naive"],
    ["once it is folded, whatever the case", Buffer.from("NA\u00cfVE\n"), "/naive/i"],
    ["once a broken word is joined", Buffer.from("a nee-\ndle\n"), "needle"],
    ["once Windows-1252 is decoded and folded", encoded("a na\u00efve needle\n", "win1252"), "naive"],
  ];
  // Packed, its encoding is detected from its first bytes alone.
  const late = encoded(`${ascii}ein größerer Haufen\n`, "win1252");
  test.for([
    ["in Windows-1252 behind ASCII", "a.txt", late, "größer"] as const,
    ...plain.map(([title, content, find]) => [title, "a.txt", content, find] as const),
    ...packed.map(([title, content, find]) => [`packed, ${title}`, "a.txt.gz", gzipSync(content), find] as const),
  ])("%s", async ([, name, content, find]) => {
    const reader = readerOf({ [`/w/${name}`]: new Uint8Array(content) });
    expect((await reader.read({ path: name, find })).parts).not.toEqual([]);
    expect((await (await reader.searchFilter(find)).examine(name)).verdict).toBe("unknown");
  });
});

const signs = [
  "n",
  "e",
  "s",
  "S",
  "k",
  "K",
  "\u017f",
  "\u212a",
  "é",
  "ß",
  "中",
  "文",
  "😀",
  " ",
  ".",
  "~",
  "{",
  "$",
  "B",
];
const words = fc.array(fc.constantFrom(...signs), { minLength: 1, maxLength: 4 }).map((all) => all.join(""));
const encodings = ["utf-8", "utf-16le", "utf-16be", "utf-32le", "gb18030", "shift_jis", "win1252", "big5", "euc-kr"];

/** A text with words in it, some of them far behind a start in ASCII. */
const contents = fc
  .record({
    lead: fc.constantFrom("", "hay\n", "hay stack\n".repeat(1000), "straße\n", "\u001b$B", "~{<:Ky~}\n"),
    lines: fc.array(words, { maxLength: 5 }),
    ending: fc.constantFrom("\n", "\r\n"),
    encoding: fc.constantFrom(...encodings),
    addBOM: fc.boolean(),
    isPacked: fc.boolean(),
  })
  .map(({ lead, lines, ending, encoding, addBOM, isPacked }) => {
    const bytes = iconv.encode(lead + lines.join(ending), encoding, { addBOM });
    return { lines, bytes: isPacked ? gzipSync(bytes) : bytes, name: isPacked ? "a.txt.gz" : "a.txt" };
  });

const patterns = ["WORD", "/WORD/i", "/WORD/", "/^WORD/i", "/.WORD?/", "/xWORD*|a/"];

test("no file with a match is excluded, in any encoding", async () => {
  let excluded = 0;
  const property = fc.asyncProperty(contents, words, fc.nat(), fc.constantFrom(...patterns), async (...given) => {
    const [{ lines, bytes, name }, other, at, pattern] = given;
    const word = lines[at % (lines.length + 1)] ?? other;
    const find = pattern.replace("WORD", pattern.startsWith("/") ? word.replaceAll(/[.${}]/g, String.raw`\$&`) : word);
    const reader = readerOf({ [`/w/${name}`]: new Uint8Array(bytes) });
    const filter = await reader.searchFilter(find).catch(() => undefined);
    if ((await filter?.examine(name))?.verdict !== "no-match") return;
    excluded += 1;
    const outcome = await reader.read({ path: name, find });
    expect(outcome.ok).toBe(true);
    expect(outcome.parts).toEqual([]);
  });
  await fc.assert(property, { seed: 11, numRuns: 600 });
  expect(excluded).toBeGreaterThan(40);
});
