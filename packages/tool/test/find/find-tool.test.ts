import { estimateTokens, type Handler, ReadError, type Recogniser } from "@reader/core";
import { defineHandler, extent, text } from "@reader/core/handler";
import { unrecognisedText } from "@reader/core/internal";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createFindTool, createReadTool, type FindToolOptions } from "../../src/index.ts";
import { pdf, pdfBytes, pictures, readerOf } from "../support.ts";

const project = {
  ".gitignore": "dist/\n*.log\n!keep.log\n",
  ".git/config": "needle",
  "node_modules/x/index.js": "needle",
  "README.md": "# Title\nno match\nneedle in the readme\n",
  "app.log": "needle",
  "keep.log": "needle",
  "dist/out.js": "needle",
  "report.pdf": pdfBytes,
  "state.bin": Uint8Array.from([0, 1, 2, 255, 254, 0, 0, 9]),
  ".env": "needle=1",
  "src/a.ts": "const a = 1;\nconst needle = 2;\nNeedle();\n",
  "src/b/c.ts": "needle\n",
  "src/.gitignore": "/generated.ts\n",
  "src/generated.ts": "needle",
  "src/z.ts": "nothing\n",
};

function findIn(entries: Parameters<typeof readerOf>[0] = project, options: FindToolOptions = {}) {
  return createFindTool(readerOf(entries, { handlers: [pictures, pdf] }), options);
}

describe("a find", () => {
  test("shows matches by file in a stable order, leaving out what ignore files name", async () => {
    const answer = await findIn().execute({ pattern: "needle" });
    expect(answer.content).toBe(
      [
        "[file README.md · 1 match]",
        "3:needle in the readme",
        "[file keep.log · 1 match]",
        "1:needle",
        "[file src/a.ts · 1 match]",
        "2:const needle = 2;",
        "[file src/b/c.ts · 1 match]",
        "1:needle",
      ].join("\n"),
    );
    expect(answer.notes).toBe(
      [
        "Found 4 matches in 4 of 8 files.",
        "Not searched, or not to the end: 1 denied by policy (.env).",
        "Not searched, or not to the end: 1 binary (state.bin).",
      ].join("\n"),
    );
  });

  test("finds in documents, and tells the place", async () => {
    const answer = await findIn().execute({ pattern: "/PAGE of/i", files: "*.pdf" });
    expect(answer.content).toBe(
      "[file report.pdf · 2 matches]\n[page 1 of 2]\n1:The first page of the report.\n[page 2 of 2]\n2:The second page of the report.",
    );
    expect(answer.facts["matches"]).toEqual([
      { path: "report.pdf", line: 1, at: { unit: "page", index: 1 } },
      { path: "report.pdf", line: 2, at: { unit: "page", index: 2 } },
    ]);
  });

  test.for([
    [{ pattern: "needle", path: "src" }, ["src/a.ts", "src/b/c.ts"]],
    [{ pattern: "needle", path: "src/" }, ["src/a.ts", "src/b/c.ts"]],
    [{ pattern: "needle", path: "./src/b" }, ["src/b/c.ts"]],
    [{ pattern: "needle", path: "/w/src/b/" }, ["src/b/c.ts"]],
    [{ pattern: "needle", path: "dist" }, ["dist/out.js"]],
    [{ pattern: "needle", path: "node_modules" }, ["node_modules/x/index.js"]],
    [{ pattern: "needle", path: "app.log" }, ["app.log"]],
    [{ pattern: "needle", files: "*.ts" }, ["src/a.ts", "src/b/c.ts"]],
    [{ pattern: "needle", files: "src/*.ts" }, ["src/a.ts"]],
    [{ pattern: "needle", path: "src", files: "b/**" }, ["src/b/c.ts"]],
    [{ pattern: "needle", files: "*.{md,TS}, !src/b/**" }, ["README.md", "src/a.ts"]],
    [{ query: "needle", glob: ["*.md"], limit: "5" }, ["README.md"]],
    [{ regex: "^need", path: null }, ["README.md", "keep.log", "src/b/c.ts"]],
    [{ regex: true, pattern: "^need" }, ["README.md", "keep.log", "src/b/c.ts"]],
    [{ pattern: "^need", regex: false }, []],
    [{ pattern: "/needle/i", files: "a.ts" }, ["src/a.ts", "src/a.ts"]],
  ] as const)("looks where it is told to: %j", async ([input, paths]) => {
    const { facts } = await findIn().execute(input);
    expect((facts["matches"] as { path: string }[]).map(({ path }) => path)).toEqual(paths);
  });

  test("with `regex: false` finds text between slashes as it is written", async () => {
    const entries = { "a.txt": "api v1 xvy\nGET /api/v1/\n/a.c/i\n/abc/i\n///\n" };
    const linesOf = async (pattern: string, regex?: boolean) => {
      const { facts } = await findIn(entries).execute(regex === undefined ? { pattern } : { pattern, regex });
      return (facts["matches"] as { line: number }[]).map(({ line }) => line);
    };
    expect(await linesOf("/api/v1/", false)).toEqual([2]);
    expect(await linesOf("/a.c/i", false)).toEqual([3]);
    expect(await linesOf("///", false)).toEqual([5]);
    expect(await linesOf("/x.y/")).toEqual([1]);
    expect(await linesOf("/x.y/", true)).toEqual([1]);
  });

  test("shows context around matches", async () => {
    const { content } = await findIn().execute({ pattern: "needle", files: "src/a.ts", context: 1 });
    expect(content).toBe("[file src/a.ts · 1 match]\n1\tconst a = 1;\n2:const needle = 2;\n3\tNeedle();");
  });

  test("shows where lines were left out only where there is context", async () => {
    const entries = { "a.txt": "needle\nx\nx\nx\nneedle\n⋮ needle\n" };
    const contentFor = async (context: number) =>
      (await findIn(entries).execute({ pattern: "needle", context })).content;
    expect(await contentFor(0)).toBe("[file a.txt · 3 matches]\n1:needle\n5:needle\n6:⋮ needle");
    expect(await contentFor(1)).toContain("2\tx\n⋮\n4\tx");
  });

  test("honours rules of folders around the searched one, and of the nearest first", async () => {
    const entries = {
      ".gitignore": "*.txt\nsrc/deep/secret/\n",
      "src/.ignore": "!kept.txt\n",
      "src/deep/kept.txt": "needle",
      "src/deep/lost.txt": "needle",
      "src/deep/secret/x.md": "needle",
      "src/deep/y.md": "needle",
    };
    const { facts } = await findIn(entries).execute({ pattern: "needle", path: "src/deep" });
    expect(facts["matches"]).toMatchObject([{ path: "src/deep/kept.txt" }, { path: "src/deep/y.md" }]);
  });

  test("does not follow links", async () => {
    const entries = {
      "a/x.txt": "needle",
      link: { kind: "symlink", target: "a" },
      file: { kind: "symlink", target: "a/x.txt" },
    } as const;
    const { facts } = await findIn(entries).execute({ pattern: "needle" });
    expect(facts["matches"]).toEqual([{ path: "a/x.txt", line: 1 }]);
  });
});

describe("what is told where nothing is found", () => {
  test.for([
    [
      "nothing at all",
      /^Nothing found in 8 files\.\nThe pattern was searched literally and case-sensitively\. For either case/,
    ],
    ["nee.*dle", /For a regular expression send it as \/…\/i\./],
    ["/nee.dle/", /^Nothing found in 8 files\.\nNot searched/],
  ] as const)("%s", async ([pattern, notes]) => {
    expect(await findIn().execute({ pattern })).toMatchObject({
      isError: false,
      content: "",
      notes: expect.stringMatching(notes),
    });
  });

  test.for([
    [{}, "invalid-request", /pattern is missing/],
    [undefined, "invalid-request", /pattern is missing/],
    ['{"pattern":', "invalid-request", /not valid JSON/],
    [{ pattern: "a", path: 7 }, "invalid-request", /path must be a string/],
    [{ pattern: "/(/" }, "invalid-request", /pattern/],
    [{ pattern: "a", path: "gone" }, "not-found", /gone does not exist/],
    [{ pattern: "a", path: ".." }, "outside-workspace", /workspace/],
    [{ pattern: "a", path: ".env" }, "denied-by-policy", /passwords/],
    [{ pattern: "a", path: "state.bin" }, "binary", /binary data/],
  ] as const)("a request that cannot be met is an error: %j", async ([input, code, words]) => {
    const answer = await findIn().execute(input);
    expect(answer).toMatchObject({ isError: true, facts: { error: { code } } });
    expect(answer.notes).toMatch(words);
  });
});

describe("the limits of a find", () => {
  const many = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`d${at % 3}/f${String(at).padStart(2, "0")}.txt`, "needle\nneedle\n"]),
  );

  async function allPages(tool: ReturnType<typeof findIn>, first: object): Promise<string[]> {
    const paths: string[] = [];
    for (let input: unknown = first; input !== undefined;) {
      const { facts } = await tool.execute(input);
      paths.push(...(facts["matches"] as { path: string; line: number }[]).map(({ path, line }) => `${path}:${line}`));
      input = facts["next"];
    }
    return paths;
  }

  test.for([[1], [7], [60], [100]])("pages of %i matches give every match once, in order", async ([limit]) => {
    const whole = await allPages(findIn(many), { pattern: "needle" });
    expect(whole).toHaveLength(60);
    expect(await allPages(findIn(many), { pattern: "needle", limit })).toEqual(whole);
    expect(await allPages(findIn(many, { maxFiles: 4 }), { pattern: "needle", path: "./" })).toEqual(whole);
  });

  test.for([
    [60, "complete"],
    [61, "complete"],
    [59, "partial"],
  ] as const)(
    "a limit of %i files is said to stop a search of 60 files only if it does: %s",
    async ([maxFiles, status]) => {
      const entries = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}.txt`, "hay\n"]));
      const { facts, notes } = await findIn(entries, { maxFiles }).execute({ pattern: "needle" });
      expect(facts).toMatchObject({ status, searchedFiles: Math.min(60, maxFiles) });
      expect(notes.includes("The search stops at its limit of")).toBe(status === "partial");
    },
  );

  test("what stops a search is said, with the call that goes on", async () => {
    const { notes } = await findIn(many).execute({ pattern: "needle", limit: 3, context: 1, files: "*.txt" });
    expect(notes).toContain(
      'The search stops at its limit of 3 matches. To go on, find {"pattern":"needle","path":".","files":"*.txt","context":1,"limit":3,"after":"d0/f03.txt:1"}',
    );
  });

  test.for([
    [{ limit: 1 }, ["2"]],
    [{ limit: 3 }, ["2", "3", "5"]],
    [{ limit: 1, context: 1 }, ["2"]],
    [{ limit: 2, context: 2 }, ["2", "3"]],
    [{ limit: 4, context: 9 }, ["2", "3", "5", "7"]],
  ] as const)("a file has no more matches in an answer than were asked for: %j", async ([input, lines]) => {
    const entries = { "a.txt": "x\nneedle\nneedle\nx\nneedle\nx\nneedle\nneedle\n" };
    const { content, notes, facts } = await findIn(entries).execute({ pattern: "needle", ...input });
    expect([...content.matchAll(/^(\d+):/gm)].map(([, line]) => line)).toEqual(lines);
    expect(facts["matches"]).toHaveLength(lines.length);
    expect(Number(/"offset":(\d+)/.exec(notes)?.[1])).toBeGreaterThan(Number(lines.at(-1)));
  });

  test.for([
    ["a.txt", {}],
    [".", {}],
    [".", { context: 1 }],
    ["./", { context: 3 }],
  ] as const)("pages of one match go through a file to its end, in %s with %j", async ([path, options]) => {
    const entries = { "a.txt": "needle\nneedle\nx\nneedle\n", "a.txt:7": "needle\nneedle", "b.txt": "needle" };
    const all = path === "a.txt" ? [1, 2, 4] : [1, 2, 4, 1, 2, 1];
    const found = await allPages(findIn(entries), { pattern: "needle", path, limit: 1, ...options });
    expect(found.map((each) => Number(each.slice(each.lastIndexOf(":") + 1)))).toEqual(all);
  });

  test("a long line that is shown in part is not shown again", async () => {
    const entries = { "a.min.js": `${"needle ".repeat(5000)}\nneedle\n` };
    expect(await allPages(findIn(entries), { pattern: "needle", limit: 1 })).toEqual(["a.min.js:1", "a.min.js:2"]);
  });

  test("a file with many matches does not fill the answer, and says how to see the rest", async () => {
    const { content, notes } = await findIn({ "a.txt": "needle\n".repeat(500), "b.txt": "needle" }).execute({
      pattern: "needle",
    });
    expect(content.split("\n")).toHaveLength(53);
    expect(notes).toContain('There is more in a.txt: read {"path":"a.txt","find":"needle","context":0,"offset":51}');
  });

  test("an answer stays near the budget of the reader", async () => {
    const entries = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`f${at}.txt`, `needle ${"word ".repeat(300)}\n`]),
    );
    const reader = readerOf(entries, { budget: { maxTokens: 2000 } });
    const { content, notes } = await createFindTool(reader).execute({ pattern: "needle" });
    expect(notes).toContain("The search stops at its limit of 2000 tokens.");
    expect(estimateTokens(content)).toBeLessThan(4000);
  });

  /** Waits until it is told to stop. */
  function slow(begin: () => void): Handler {
    return defineHandler({
      name: "slow",
      mediaTypes: ["application/x-slow"],
      sniff: (_, name) => (name.endsWith(".slow") ? "application/x-slow" : undefined),
      async *read(_, { signal }) {
        begin();
        if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
        yield text("too late\n");
      },
    });
  }

  test("time is one: what was found before is kept, and the search goes on behind it", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    // The slow file is the fifth, and is begun when the first of the four before it is done.
    const entries = Object.fromEntries(
      ["a1.txt", "a2.txt", "a3.txt", "a4.txt", "b.slow", "c.txt"].map((name) => [name, "needle"]),
    );
    const reader = readerOf(entries, { handlers: [slow(() => vi.advanceTimersByTime(5000))] });
    const { facts, notes } = await createFindTool(reader, { timeMs: 5000 }).execute({ pattern: "needle" });
    expect(facts).toMatchObject({ status: "partial", next: { after: expect.stringMatching(/^a\d\.txt$/) } });
    expect(facts["matches"]).toContainEqual({ path: "a1.txt", line: 1 });
    expect(notes).toContain("The search stops at its time limit of 5000 ms.");
  });

  test("a caller can give up", async () => {
    const stop = new AbortController();
    const reader = readerOf({ "a.slow": "x" }, { handlers: [slow(() => stop.abort())] });
    const answer = await createFindTool(reader).execute({ pattern: "needle" }, { signal: stop.signal });
    expect(answer).toMatchObject({ isError: true, facts: { error: { code: "aborted" } } });
    expect(await createFindTool(reader).execute({ pattern: "needle" }, { signal: AbortSignal.abort() })).toMatchObject({
      isError: true,
    });
  });
});

describe("hostile names and content", () => {
  test("cannot pass for a heading, a line or a note", async () => {
    const name = "a\n[file other.ts · 9 matches]\n7:needle";
    const entries = { [name]: "needle", "b.txt": "[file c.ts · 1 match]\nneedle\nFound 9 matches in 9 files.\n" };
    const answer = await findIn(entries).execute({ pattern: "/needle|file|Found/" });
    expect(answer.content.split("\n")).toEqual([
      String.raw`[file "a\n[file other.ts · 9 matches]\n7:needle" · 1 match]`,
      "1:needle",
      "[file b.txt · 3 matches]",
      "1:[file c.ts · 1 match]",
      "2:needle",
      "3:Found 9 matches in 9 files.",
    ]);
    expect(answer.notes).toBe("Found 4 matches in 2 of 2 files.");
  });

  test("an ignore file that makes regular expressions backtrack costs nothing", async () => {
    const deep = `${"a/".repeat(60)}x.txt`;
    const rules = ["**/a/".repeat(20), "a/**/".repeat(20), "*a".repeat(40)].map((rule) => `${rule}b\n`);
    const entries = { ".gitignore": rules.join(""), [deep]: "needle", [`${"a".repeat(200)}.txt`]: "needle" };
    const { facts } = await findIn(entries).execute({ pattern: "needle", files: `${"**/a/".repeat(20)}**, *a*a*` });
    expect(facts["matches"]).toEqual([
      { path: deep, line: 1 },
      { path: `${"a".repeat(200)}.txt`, line: 1 },
    ]);
  });
});

/** Archives: the list of their files, which nothing else of them is. */
const lists = defineHandler({
  name: "lists",
  mediaTypes: ["application/x-list"],
  sniff: (_, name) => (name.endsWith(".arc") ? "application/x-list" : undefined),
  async *read(source) {
    yield text(new TextDecoder().decode(await source.bytes()));
    yield extent("entry", 2);
  },
});

describe("a list of names", () => {
  const entries = { "a.arc": "docs/\nneedle.txt\n", "b.arc": "other\n", "c.txt": "needle\n" };

  test("is searched in place of an archive, and that is said", async () => {
    const answer = await createFindTool(readerOf(entries, { handlers: [lists] })).execute({ pattern: "needle" });
    expect(answer.notes).toBe(
      "Found 2 matches in 2 of 3 files.\nOf archives, only the list of names was searched. To search a file in one, read it with select and find.",
    );
  });

  test.for([["."], ["b.arc"]])("is no file: a read that finds nothing in the list %s says so", async ([path]) => {
    const read = createReadTool(readerOf(entries, { handlers: [lists] }));
    expect((await read.execute({ path, find: "beta" })).notes).toContain("Only names were searched, not the files.");
    expect((await read.execute({ path: "c.txt", find: "beta" })).notes).not.toContain("names were");
  });
});

test.for(
  ["", ".", "./", "/w", "/w/", "src/..", "../w", "file:///w"].map((path) => ({ path, files: ["a.txt", "src/b.txt"] })),
)("the folder itself may be called $path", async ({ path, files }) => {
  const tool = createFindTool(readerOf({ "a.txt": "needle", "src/b.txt": "needle" }));
  const answer = await tool.execute({ pattern: "needle", path });
  expect(answer.content.match(/(?<=\[file ).*(?= · )/g)).toEqual(files);
});

test.for(["src", "src/", "./src", "./src/", "/w/src", "/w/src/", "src/.", "SRC/../src"])(
  "a folder in it may be called %s",
  async (path) => {
    const tool = createFindTool(readerOf({ "a.txt": "needle", "src/b.txt": "needle", "SRC/c.txt": "" }));
    expect((await tool.execute({ pattern: "needle", path })).content).toBe("[file src/b.txt · 1 match]\n1:needle");
  },
);

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);

/** Images and scans, with the text that recognition finds in them. */
const scanner = defineHandler({
  name: "scanner",
  mediaTypes: ["image/png", "image/x-scan"],
  sniff: (_, name) => (name.endsWith(".scan") ? "image/x-scan" : undefined),
  async *read(_, { recognise }) {
    if (recognise === undefined) yield unrecognisedText("(an image)\n");
    else yield text(`${(await recognise({ data: png, widthPx: 1, heightPx: 1 })).lines.length} lines\nneedle\n`);
  },
});

/** The same for pages of documents, which are read although their images are not recognised. */
const scans = defineHandler({ ...scanner, name: "scans", mediaTypes: ["application/x-scan"], sniff: scanSniff });

function scanSniff(_: Uint8Array, name: string): string | undefined {
  return name.endsWith(".doc-scan") ? "application/x-scan" : undefined;
}

describe("scans and images", () => {
  const entries = { "a.txt": "needle", "b.png": png, "c.doc-scan": Uint8Array.from([0, 1, 2]), "d.txt": "needle" };
  const recognise = vi.fn<Recogniser["recognise"]>(() =>
    Promise.resolve({ by: "Fake", lines: [], confidence: 0, turned: 0 as const, skewDegrees: 0 }),
  );
  const reader = () =>
    readerOf(entries, { handlers: [scanner, scans], recognise: { name: "fake", languages: [], recognise } });

  test("are not recognised unless asked, and are named", async () => {
    const { notes, facts } = await createFindTool(reader()).execute({ pattern: "needle" });
    expect(notes).toBe(
      'Found 2 matches in 2 of 3 files.\nNot searched: the text in scans and images of 2 files (b.png, c.doc-scan). To recognise it, narrow the search and send scans "recognise".',
    );
    expect(facts["notRecognised"]).toEqual(["b.png", "c.doc-scan"]);
    expect(recognise).not.toHaveBeenCalled();
  });

  test("are named with the package to install if they should be recognised and cannot be", async () => {
    const without = readerOf(entries, { handlers: [scanner, scans] });
    const { notes, facts } = await createFindTool(without).execute({ pattern: "needle", scans: "recognise" });
    expect(notes).toBe(
      "Found 2 matches in 2 of 4 files.\nNot searched: the text in scans and images of 2 files (b.png, c.doc-scan). No text recognition is installed: ask the user to run `npm install @reader/ocr`, then search again.",
    );
    expect(facts["notRecognised"]).toEqual(["b.png", "c.doc-scan"]);
  });

  test.for([{ scans: "recognise" }, { ocr: true }])("are recognised for %j", async (asked) => {
    const { facts, notes } = await createFindTool(reader()).execute({ pattern: "needle", ...asked });
    expect((facts["matches"] as { path: string }[]).map(({ path }) => path)).toEqual(Object.keys(entries));
    expect(notes).not.toContain("Not searched");
    expect(recognise).toHaveBeenCalled();
  });

  test("go on being recognised in the following call", async () => {
    const { facts } = await createFindTool(reader()).execute({ pattern: "needle", limit: 1, scans: "recognise" });
    expect(facts["next"]).toMatchObject({ scans: "recognise" });
  });
});

test("every file that was not searched is listed, with what to do", async () => {
  const broken = (code: "corrupt" | "encrypted") =>
    defineHandler({
      name: code,
      mediaTypes: [`application/x-${code}`],
      sniff: (_, name) => (name.endsWith(code) ? `application/x-${code}` : undefined),
      async *read() {
        yield* [];
        throw new ReadError(code, "It cannot be read.");
      },
    });
  const names = Array.from({ length: 7 }, (_, at) => `${at}.encrypted`);
  const entries = Object.fromEntries([...names, "x.corrupt"].map((name) => [name, Uint8Array.from([0, 1])]));
  const reader = readerOf(entries, { handlers: [broken("corrupt"), broken("encrypted")] });
  const find = createFindTool(reader);
  for (let round = 0; round < 2; round += 1) {
    const { notes, facts } = await find.execute({ pattern: "needle" });
    expect(notes).toContain(
      "Not searched, or not to the end: 7 encrypted (0.encrypted, 1.encrypted, 2.encrypted, 3.encrypted, 4.encrypted, …). Read one with password and find.",
    );
    expect(notes).toContain("1 damaged (x.corrupt). Read one to see what is left of it.");
    expect(facts["notSearched"]).toHaveLength(8);
    expect(facts["notSearched"]).toContainEqual({ path: "x.corrupt", code: "corrupt" });
  }
});

test("the first matches are reported while the search goes on", async () => {
  const onProgress = vi.fn<(progress: unknown) => void>();
  await findIn().execute({ pattern: "needle", path: "src" }, { onProgress });
  expect(onProgress.mock.calls.map(([progress]) => progress)).toEqual([
    { searchedFiles: 2, matches: 1, latest: "src/a.ts:2" },
    { searchedFiles: 3, matches: 2, latest: "src/b/c.ts:1" },
  ]);
});
