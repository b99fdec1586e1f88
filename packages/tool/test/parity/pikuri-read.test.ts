import { createReader, type ReaderOptions } from "@reader/core";
import { renderText } from "@reader/core/render";
import { isBinary } from "@reader/core/internal";
import { memoryFileSystem } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { answerText, createReadTool, type AgentTool } from "../../src/index.ts";
import { readerOf } from "../support.ts";

// What users of Pikuri's `Read` rely on, row by row, with our options; docs/coming-from-pikuri-read.md is its page.

/** The gutter `none` of the reader counts the bytes of the file alone, as Pikuri does; `cat-n` is how they are shown. */
const pikuri: ReaderOptions = {
  directories: "refuse",
  gutter: "none",
  rules: { negativeOffset: "refuse" },
  // What is told here does not hang on how fast the machine is.
  clock: () => 0,
  budget: {
    maxLines: 2000,
    maxBytes: 50 * 1024,
    maxLineCharacters: 2000,
    maxTokens: Number.POSITIVE_INFINITY,
  },
};

const linesTo = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join("");

function toolOf(entries: Parameters<typeof readerOf>[0]): AgentTool {
  return createReadTool(readerOf(entries, pikuri), { gutter: "cat-n" });
}

describe("a page of a file", () => {
  test("is `%6d⇥content`, to the byte", async () => {
    const answer = await toolOf({ "a.txt": "alpha\n\n\tbeta  \r\nlast" }).execute({ path: "a.txt" });
    expect(answer.content).toBe("     1\talpha\n     2\t\n     3\t\tbeta  \n     4\tlast");
  });

  test("has numbers of six digits and more that push the text and are never cut", async () => {
    const answer = await toolOf({ "a.txt": linesTo(1_000_001) }).execute({ path: "a.txt", offset: 999_999 });
    expect(answer.content).toBe("999999\tline 999999\n1000000\tline 1000000\n1000001\tline 1000001");
  });

  test("starts at offset, from 1, and has limit lines", async () => {
    const answer = await toolOf({ "a.txt": linesTo(9) }).execute({ path: "a.txt", offset: 3, limit: 2 });
    expect(answer.content).toBe("     3\tline 3\n     4\tline 4");
  });

  test("has 2000 lines where no limit is given", async () => {
    const answer = await toolOf({ "a.txt": linesTo(2001) }).execute({ path: "a.txt" });
    expect(answer.content.split("\n")).toHaveLength(2000);
    expect(answer.content).toMatch(/\n {2}2000\tline 2000$/);
  });

  test("ends at 2000 lines where these come before 50 KiB, and says which offset continues", async () => {
    const answer = await toolOf({ "a.txt": linesTo(5000) }).execute({ path: "a.txt" });
    expect(answer.notes).toMatch(/limit of 2000 lines\. .*"offset":2001\}$/);
  });

  test("ends at 50 KiB of the file where these come before 2000 lines, and says which offset continues", async () => {
    const line = `${"x".repeat(99)}\n`;
    const answer = await toolOf({ "a.txt": line.repeat(1000) }).execute({ path: "a.txt" });
    expect(answer.content.split("\n")).toHaveLength((50 * 1024) / line.length);
    expect(answer.notes).toMatch(/limit of 51 200 bytes\. .*"offset":513\}$/);
  });

  test("goes on with the offset that its end names until everything was shown once", async () => {
    const tool = toolOf({ "a.txt": linesTo(4500) });
    const shown: string[] = [];
    for (let next: unknown = { path: "a.txt" }; next !== undefined;) {
      const { content, facts } = await tool.execute(next);
      shown.push(...content.split("\n").map((line) => line.slice(7)));
      next = facts["next"];
    }
    expect(shown.join("\n")).toBe(linesTo(4500).trimEnd());
  });

  test("ends in the words of its own where an agent has its own", async () => {
    const reader = readerOf({ "a.txt": linesTo(3000) }, pikuri);
    const shown = renderText(await reader.read("a.txt"), {
      gutter: "cat-n",
      nextStep: ({ offset }) => `call read with offset=${offset}.`,
    });
    expect(shown).toMatch(/To go on \(1000 lines left\), call read with offset=2001\.\n$/);
  });
});

describe("a line over 2000 characters", () => {
  const entries = { "a.txt": `${"x".repeat(2000)}\n${"é".repeat(2001)}\nshort\n` };

  test("is cut, and what is said of it names the limit and how to get the rest", async () => {
    const answer = await toolOf(entries).execute({ path: "a.txt" });
    const [whole, cut, short] = answer.content.split("\n");
    expect(whole).toBe(`     1\t${"x".repeat(2000)}`);
    expect(cut).toBe(`     2\t${"é".repeat(2000)} …[1 more character; go on with offset 2, column 2001]`);
    expect(short).toBe("     3\tshort");
    expect(answer.notes).toContain("1 line longer than 2000 characters is clipped");
  });

  test("has a marker that names the limit itself, where that is wanted", async () => {
    const reader = readerOf(entries, pikuri);
    const clipMark = (): string => `... (line truncated to ${reader.budget.maxLineCharacters} chars)`;
    const answer = await createReadTool(reader, { gutter: "cat-n", clipMark }).execute({ path: "a.txt" });
    const cut = `     2\t${"é".repeat(2000)}... (line truncated to 2000 chars)`;
    expect(answer.content).toBe(`     1\t${"x".repeat(2000)}\n${cut}\n     3\tshort`);
    expect(renderText(await reader.read("a.txt"), { gutter: "cat-n", clipMark }).split("\n")[1]).toBe(cut);
  });

  test("is there to the end, which Pikuri cannot show", async () => {
    const answer = await toolOf(entries).execute({ path: "a.txt", offset: 2, limit: 1, column: 2001 });
    expect(answer.content).toBe("[line 2 from column 2001]\n     2\té");
  });
});

describe("what cannot be read is an error text and never an exception", () => {
  const entries = {
    "a.txt": linesTo(7),
    "empty.txt": "",
    "locked.txt": "secret",
    "sub/b.txt": "b",
    "nul.bin": "id\0\x01\0\0\x02\0".repeat(9),
    "noise.bin": Uint8Array.from({ length: 4096 }, (_, at) => (at * 7 + (at >> 3)) % 256),
    "out.txt": { kind: "symlink", target: "/etc/passwd" },
  } as const;

  test.for([
    ["a path outside of the workspace", { path: "../../etc/passwd" }, "outside-workspace", "outside the workspace"],
    ["an absolute path outside of it", { path: "/etc/passwd" }, "outside-workspace", "/etc/passwd"],
    ["a link that leads out of it", { path: "out.txt" }, "outside-workspace", "out.txt"],
    ["a missing file", { path: "missing.txt" }, "not-found", "missing.txt does not exist"],
    ["a directory, pointing to a listing", { path: "sub" }, "is-directory", "List it"],
    ["a file full of NULs", { path: "nul.bin" }, "binary", "nul.bin"],
    ["a file of bytes that are no text", { path: "noise.bin" }, "binary", "noise.bin"],
    ["an offset beyond the end, naming the total", { path: "a.txt", offset: 8 }, "out-of-range", "has 7 lines"],
    ["an offset beyond the end of an empty file", { path: "empty.txt", offset: 2 }, "out-of-range", "has 0 lines"],
    ["an offset below 0, naming it", { path: "a.txt", offset: -2 }, "invalid-request", "offset is -2"],
    ["an offset of 0, naming it", { path: "a.txt", offset: 0 }, "invalid-request", "offset is 0"],
    ["a limit of 0, naming it", { path: "a.txt", limit: 0 }, "invalid-request", "limit is 0"],
    ["a limit below 0, naming it", { path: "a.txt", limit: -3 }, "invalid-request", "limit is -3"],
  ] as const)("%s", async ([, input, code, words]) => {
    const answer = await toolOf(entries).execute(input);
    expect(answer).toMatchObject({ isError: true, content: "", media: [], facts: { error: { code } } });
    expect(answerText(answer)).toContain(words);
    expect(answerText(answer)).toMatch(/^Error \([a-z-]+\): .+\nNext: .+$/);
  });

  test("an unreadable file", async () => {
    const fileSystem = memoryFileSystem({
      entries: { "/w/locked.txt": "secret" },
      failures: [{ name: "open", path: "/w/locked.txt", code: "EACCES" }],
    });
    const tool = createReadTool(createReader({ ...pikuri, roots: ["/w"], fileSystem }));
    const answer = await tool.execute({ path: "locked.txt" });
    expect(answer).toMatchObject({ isError: true, facts: { error: { code: "permission-denied" } } });
    expect(answer.notes).toContain("locked.txt may not be read");
  });

  test("an offset below 0 counts from the end where the rule is left out, and the true numbers say so", async () => {
    const tool = createReadTool(readerOf(entries, { ...pikuri, rules: {} }), { gutter: "cat-n" });
    const answer = await tool.execute({ path: "a.txt", offset: -2 });
    expect(answer).toMatchObject({ isError: false, content: "     6\tline 6\n     7\tline 7" });
  });

  test("all of them in one answer, where a request has several", async () => {
    const answer = await toolOf(entries).execute({ path: "a.txt", offset: -2, limit: 0 });
    expect(answer.notes).toContain("offset is -2, and lines count from 1; limit is 0, and must be at least 1.");
  });
});

describe("the binary test, which edit tools use too", () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const mixed = (controls: number): Uint8Array => bytes("\x01".repeat(controls) + "a".repeat(100 - controls));

  test.for([
    ["any NUL", bytes("hello\0world"), true],
    ["four bytes that count up", Uint8Array.from([0, 1, 2, 3]), true],
    ["more than 30 % that cannot be printed", mixed(31), true],
    ["30 % that cannot be printed", mixed(30), false],
    ["UTF-8 of which two bytes in three continue a character", bytes("漢字仮名交じり文"), false],
    ["emoji", bytes("👩‍👩‍👧‍👦 🎉"), false],
    ["nothing", bytes(""), false],
    ["UTF-16, whose NULs are half of its letters", Uint8Array.from(Buffer.from("\uFEFFtext\n", "utf16le")), false],
  ] as const)("%s", ([, head, expected]) => {
    expect(isBinary(head)).toBe(expected);
  });

  test("is not all: binary data behind the first 4096 bytes is found when that part is read", async () => {
    const tool = toolOf({ "late.txt": `${"text\n".repeat(3000)}${"\0\0\x01".repeat(50)}` });
    expect(await tool.execute({ path: "late.txt", limit: 10 })).toMatchObject({ isError: false });
    const late = await tool.execute({ path: "late.txt", offset: 2995 });
    expect(late).toMatchObject({ isError: true, facts: { error: { code: "binary" } } });
    expect(late.notes).toContain("starts like text but contains NUL bytes");
  });
});

test("the description tells when to page, that long lines are cut, and what is refused", () => {
  const { description } = toolOf({});
  expect(description).toContain("at most 2000 lines");
  expect(description).toMatch(/For more, .*"To go on"/);
  expect(description).toContain("lines above 2000 characters are cut");
  expect(description).toContain("folders and other binary files are refused");
});
