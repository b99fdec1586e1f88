import { expect, test } from "vitest";
import { folderWith } from "../support/folder.ts";
import { run } from "../support/run.ts";

test("an outcome is one line with these fields, whose names other programs rely on", async () => {
  const cwd = folderWith({ "a.txt": "one\r\ntwo\r\nthree" });
  const { code, stdout, stderr } = await run(["a.txt", "--limit", "2", "--json"], { cwd });
  expect([code, stderr, stdout.indexOf("\n")]).toEqual([0, "", stdout.length - 1]);
  expect(JSON.parse(stdout)).toEqual({
    ok: true,
    status: "partial",
    path: "a.txt",
    mediaType: "text/plain",
    handler: "text",
    parts: [{ type: "text", text: "one\ntwo", firstLine: 1, lineCount: 2 }],
    notices: [],
    extents: [{ type: "extent", unit: "line", total: 3, exact: true }],
    text: { encoding: "utf-8", confidence: 1, bom: false, eol: "crlf", finalNewline: false },
    cost: { tokens: expect.any(Number), bytes: 12, images: 0 },
    stopped: { by: "lines", limit: 2, used: 2 },
    next: { request: { path: "a.txt", limit: 2, offset: 3 }, remaining: { lines: 1, exact: true } },
  });
});

test("a failure is JSON on stdout, with its exit code and nothing on stderr", async () => {
  const cwd = folderWith({ "a.txt": "x\n" });
  const { code, stdout, stderr } = await run(["a.txt", "--offset", "7", "--json"], { cwd });
  expect([code, stderr]).toEqual([1, ""]);
  expect(JSON.parse(stdout)).toEqual({
    ok: false,
    path: "a.txt",
    error: {
      code: "out-of-range",
      message: expect.any(String),
      hint: expect.any(String),
      details: { total: 1, unit: "line" },
    },
    parts: [],
    notices: [],
  });
});

test("a failure below a root names the path as it was typed, and no folder of the machine", async () => {
  const cwd = folderWith({ "a.txt": "x\n" });
  const { stdout } = await run(["a.txt", "--root", ".", "--offset", "7", "--json"], { cwd });
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, path: "a.txt" });
  expect(stdout).not.toContain(cwd);
});

test("several paths are an array in their order, standard input among them", async () => {
  const cwd = folderWith({ "a.txt": "a\n" });
  const { code, stdout } = await run(["a.txt", "gone", "-", "--json"], { cwd, input: "typed\n" });
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject([{ path: "a.txt" }, { ok: false, path: "gone" }, { path: "stdin" }]);
});

test("bytes are base64 and gutters are nowhere", async () => {
  const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const output = { output_type: "display_data", metadata: {}, data: { "image/png": png } };
  const cell = { cell_type: "code", execution_count: 1, metadata: {}, source: "plot()", outputs: [output] };
  const cwd = folderWith({
    "p.ipynb": JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 4 }),
  });
  const { stdout } = await run(["p.ipynb", "--json", "--model", "anthropic", "--gutter", "pipe"], { cwd });
  const outcome = JSON.parse(stdout) as { parts: { type: string; data?: string; text?: string }[] };
  expect(outcome.parts.find(({ type }) => type === "image")?.data).toBe(png);
  expect(outcome.parts.find(({ type }) => type === "text")?.text).not.toMatch(/^\d+ \| /m);
});

test("the request in next is the one to type, wherever the file is", async () => {
  const base = folderWith({ "a.txt": "1\n2\n3\n", "here/x": "" });
  const { stdout } = await run(["../a.txt", "-n", "1", "--json"], { cwd: `${base}/here` });
  expect(JSON.parse(stdout)).toMatchObject({ next: { request: { path: "../a.txt", offset: 2 } } });
  const piped = await run(["-", "-n", "1", "--json"], { input: "1\n2\n3\n" });
  expect(JSON.parse(piped.stdout)).toMatchObject({ path: "stdin", next: { request: { path: "-", offset: 2 } } });
});

test("text of any kind survives", async () => {
  const text = 'a\ttab "quotes" \\ \u2028 \u{1f469}\u200d\u{1f680} \u0007';
  const cwd = folderWith({ "t.txt": `${text}\n` });
  const { stdout } = await run(["t.txt", "--json"], { cwd });
  expect(JSON.parse(stdout)).toMatchObject({ parts: [{ text }] });
});

test("info is JSON, too", async () => {
  const cwd = folderWith({ "a.txt": "one\n" });
  const { code, stdout } = await run(["info", "a.txt", "--json"], { cwd });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    ok: true,
    path: "a.txt",
    mediaType: "text/plain",
    handler: "text",
    bytes: 4,
    extents: [{ type: "extent", unit: "line", total: 1, exact: true }],
    text: { encoding: "utf-8", confidence: 1, bom: false, eol: "lf", finalNewline: true },
    tokens: { amount: expect.any(Number), by: "counted" },
    firstAnswer: { tokens: expect.any(Number), bytes: 6, images: 0 },
    facts: {},
    notices: [],
    next: { path: "a.txt" },
  });
});
