import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openai, type ReaderOptions } from "@reader/core";
import { defineHandler, text } from "@reader/core/handler";
import { humanLine, renderText } from "@reader/core/render";
import { answerText, createReadTool } from "@reader/tool";
import { chatTool } from "@reader/tool/openai-chat";
import { describe, expect, test } from "vitest";
import { root } from "../pages.ts";
import { allHandlers, expectResult, fixtures, folderWith, linesTo, readerOf } from "./support.ts";

// What users of OpenClacky's `file_reader` rely on, row by row; docs/coming-from-openclacky.md is its page.

/** `gutter: "none"` lets the 60 000 be those of the file, as OpenClacky counts them. */
const options: ReaderOptions = {
  gutter: "none",
  budget: {
    maxLines: 1_000_000,
    defaultLines: 1000,
    maxBytes: 60_000,
    maxLineCharacters: 1000,
    maxTokens: Number.POSITIVE_INFINITY,
  },
};

const numbersShown = (content: string): readonly number[] => (content.match(/^\d+(?=\t)/gm) ?? []).map(Number);

describe("lines", () => {
  const tool = () => createReadTool(readerOf({ "a.txt": linesTo(3000) }, options));

  test.for([
    [{ path: "a.txt" }, 1, 1000],
    [{ path: "a.txt", max_lines: 20 }, 1, 20],
    [{ path: "a.txt", max_lines: 2500 }, 1, 2500],
    [{ path: "a.txt", start_line: 100, end_line: 120 }, 100, 120],
    [{ path: "a.txt", start_line: 100, end_line: 120, max_lines: 1000 }, 100, 120],
    [{ path: "a.txt", start_line: 2500 }, 2500, 3000],
    [{ path: "a.txt", start_line: 100 }, 100, 1099],
    [{ path: "a.txt", end_line: 7 }, 1, 7],
    [{ path: "a.txt", start_line: 2990, end_line: 9999 }, 2990, 3000],
  ] as const)("%j shows lines %i to %i", async ([input, first, last]) => {
    const shown = numbersShown((await tool().execute(input)).content);
    expect([shown[0], shown.at(-1), shown.length]).toEqual([first, last, last - first + 1]);
  });

  test.for([
    [{ path: "a.txt", start_line: 3001 }, "a.txt has 3000 lines; line 3001 is beyond its end"],
    [{ path: "a.txt", start_line: 9, end_line: 5 }, "the end line 5 lies before the first line 9"],
  ] as const)("%j is refused, and it says why", async ([input, words]) => {
    const answer = await tool().execute(input);
    expect(answer.isError).toBe(true);
    expect(answerText(answer)).toContain(words);
  });
});

describe("caps, each with a notice that says how to go on", () => {
  test("60 000 characters", async () => {
    const reader = readerOf({ "a.txt": `${"x".repeat(599)}\n`.repeat(500) }, options);
    const outcome = expectResult(await reader.read("a.txt"));
    expect(outcome.stopped).toEqual({ by: "bytes", limit: 60_000, used: 60_000 });
    expect(renderText(outcome)).toMatch(/limit of 60 000 bytes\. To go on.*"offset":101\}\n$/);
  });

  test.for([
    ["漢", 599],
    ["x", 599],
    ["😀", 299],
  ] as const)(
    "60 000 characters of any script, where they are counted in place of tokens: %s",
    async ([letter, length]) => {
      const budget = { ...options.budget, maxBytes: Number.POSITIVE_INFINITY, maxTokens: 60_000 };
      const text = `${letter.repeat(length)}\n`;
      const reader = readerOf(
        { "a.txt": text.repeat(500) },
        { ...options, budget, countTokens: (shown) => shown.length },
      );
      const outcome = expectResult(await reader.read("a.txt"));
      const characters = outcome.parts.map((part) => (part.type === "text" ? part.text.length + 1 : 0));
      expect(characters).toEqual([Math.floor(60_000 / text.length) * text.length]);
      expect(outcome.next?.request.offset).toBe(Math.floor(60_000 / text.length) + 1);
    },
  );

  test("1000 characters of a line", async () => {
    const text = renderText(await readerOf({ "a.txt": `${"x".repeat(1500)}\nnext\n` }, options).read("a.txt"));
    expect(text).toContain(`1\t${"x".repeat(1000)} …[500 more characters; go on with offset 1, column 1001]\n2\tnext`);
    expect(text).toContain("1 line longer than 1000 characters is clipped");
  });

  test("the size of a document, while a text of any size is read in pages", async () => {
    const small = readerOf(
      { "a.zip": readFileSync(join(root, "fixtures/docx/report/input.docx")), "a.txt": linesTo(300_000) },
      {
        ...options,
        budget: { ...options.budget, maxInputBytes: 1000 },
      },
    );
    const outcome = await small.read("a.zip");
    expect(outcome).toMatchObject({ ok: false, error: { code: "too-large", details: { limit: { value: 1000 } } } });
    expect(expectResult(await small.read({ path: "a.txt", start_line: 299_999 })).parts).toMatchObject([
      { text: "line 299999\nline 300000" },
    ]);
  });
});

describe("a text file that is too large, where that is to be refused", () => {
  const strict: ReaderOptions = {
    ...options,
    budget: { ...options.budget, defaultLines: 1_000_000 },
    rules: { overBudget: "refuse" },
  };
  const large = { "a.txt": linesTo(300_000), "small.txt": linesTo(3) };

  test("is an error that names the limit and says how to go on", async () => {
    const outcome = await readerOf(large, strict).read("a.txt");
    expect(renderText(outcome)).toBe(
      'Error (over-budget): a.txt exceeds the budget of 60000 bytes.\nNext: Ask for a part that fits: {"path":"a.txt","limit":6110}.\n',
    );
  });

  test("is read where a part is named, and others are read whole", async () => {
    const reader = readerOf(large, strict);
    expect(renderText(await reader.read({ path: "a.txt", start_line: 299_999, max_lines: 2 }))).toBe(
      "299999\tline 299999\n300000\tline 300000\n\nShown: lines 299999-300000 of 300 000.\n",
    );
    expect(renderText(await reader.read("small.txt"))).toBe("1\tline 1\n2\tline 2\n3\tline 3\n");
  });
});

describe("documents as text", () => {
  test.for([
    ["pdf/page-labels-and-outline/input.pdf", "It is sheet 5."],
    ["docx/report/input.docx", "Measured in spring."],
    ["xlsx/everything/input.xlsx", "Ärzte ohne Grenzen"],
    ["pptx/one-slide/input.pptx", "Plan for the year"],
    ["csv/plain/input.csv", "1,Ann,2024-01-02,9.5"],
    ["archive/zip-tree/input.zip", "people.csv\t30 B"],
    ["archive/tar-gzip/input.tgz", "people.csv\t30 B"],
  ] as const)("%s", async ([path, words]) => {
    const outcome = expectResult(await fixtures(options).read(path));
    expect(outcome.parts.every(({ type }) => type === "text")).toBe(true);
    expect(renderText(outcome)).toContain(words);
  });

  test("of an archive are a listing, and one of its files by name", async () => {
    const reader = fixtures(options);
    expect(renderText(await reader.read("archive/tar-member/input.tar"))).toMatch(/^1\ttar archive · \d+ members?/);
    const member = await reader.read({ path: "archive/tar-member/input.tar", select: "tree/docs/Grüße.txt" });
    expect(renderText(member)).toBe("[tree/docs/Grüße.txt in input.tar]\n1\tGrüße aus Köln.\n");
  });

  test("come from parsers that can be replaced: the first in the list that takes the type", async () => {
    const mine = defineHandler({
      name: "my-pdf",
      mediaTypes: ["application/pdf"],
      async *read() {
        yield text("from my own parser\n");
      },
    });
    const reader = fixtures({ ...options, handlers: [mine, ...allHandlers()] });
    const outcome = expectResult(await reader.read("pdf/page-labels-and-outline/input.pdf"));
    expect(outcome).toMatchObject({ handler: "my-pdf", parts: [{ text: "from my own parser" }] });
  });
});

describe("images", () => {
  test("are base64 in a user message beside the tool's, for APIs whose tool messages are text", async () => {
    const tool = chatTool(createReadTool(fixtures({ ...options, capabilities: openai })));
    const call = { id: "call_1", function: { arguments: '{"path":"image/png-drawing/input.png"}' } };
    const { tool: message, user } = await tool.run(call);
    expect(message).toMatchObject({
      role: "tool",
      tool_call_id: "call_1",
      content: expect.stringContaining("input.png"),
    });
    expect(typeof message.content).toBe("string");
    expect(user?.role).toBe("user");
    expect(user?.content).toContainEqual({
      type: "image_url",
      image_url: { url: expect.stringMatching(/^data:image\/png;base64,iVBORw0KGgo/) },
    });
  });
});

describe("a directory", () => {
  const files = { "b.txt": "12345", "a.txt": "1", "sub/deep/c.txt": "c", "lib/d.txt": "d" };

  test("is listed one level deep, directories first with a slash", async () => {
    const outcome = expectResult(await readerOf(files, options).read("."));
    expect(renderText(outcome)).toBe("1\tlib/\n2\tsub/\n3\ta.txt\t1 B\n4\tb.txt\t5 B\n");
  });

  test("has its counts as data and in the line for people", async () => {
    const reader = readerOf(files, options);
    const outcome = expectResult(await reader.read("."));
    expect(outcome.extents).toContainEqual({ type: "extent", unit: "entry", total: 4, exact: true });
    expect(humanLine(outcome)).toBe("Listed 4 entries, .");
    const listed = await reader.list(".");
    const kinds = listed.ok ? listed.entries.map(({ kind }) => kind) : [];
    expect(kinds).toEqual(["directory", "directory", "file", "file"]);
  });
});

describe("what is no UTF-8", () => {
  const isWellFormed = (value: unknown): boolean => {
    const json = JSON.stringify(value);
    // Half a character would be written as an escape.
    return json === Buffer.from(json).toString() && !/\\ud[89a-f]/i.test(json);
  };

  test("is replaced in content, so that JSON survives", async () => {
    const bytes = Uint8Array.from([
      ...Buffer.from("grüße "),
      0xff,
      0xc3,
      0x28,
      ...Buffer.from(" süß, schöner, über\n"),
    ]);
    const reader = readerOf({ "a.txt": bytes }, options);
    const answer = await createReadTool(reader).execute({ path: "a.txt" });
    expect(answer.isError).toBe(false);
    expect(answer.content).toContain("\uFFFD");
    expect(isWellFormed(answer)).toBe(true);
    expect(isWellFormed(await reader.read("a.txt"))).toBe(true);
  });

  test.skipIf(process.platform !== "linux")("is escaped in names, so that JSON survives", async () => {
    const folder = folderWith({ "ordinary.txt": "a", "line\nbreak.txt": "b", "bidi\u202Etxt.exe": "c" });
    const { writeFileSync } = await import("node:fs");
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/bad-`), Buffer.from([0xff, 0xfe]), Buffer.from(".txt")]), "d");
    const answer = await createReadTool(readerOf(folder, options)).execute({ path: "." });
    expect(answer.content.split("\n")).toHaveLength(4);
    expect(answer.content).not.toMatch(/[\u202E\uD800-\uDFFF]/);
    expect(isWellFormed(answer)).toBe(true);
  });
});

describe("a result", () => {
  const reader = () => readerOf({ "src/a.txt": linesTo(3000) }, options);

  test("is a structure", async () => {
    expect(await reader().read("src/a.txt")).toMatchObject({
      ok: true,
      status: "partial",
      path: "src/a.txt",
      mediaType: "text/plain",
      handler: "text",
      parts: [{ type: "text", firstLine: 1, lineCount: 1000 }],
      next: { request: { path: "src/a.txt", offset: 1001 } },
    });
  });

  test("is text for a model, with a header of path, range, total and whether it was cut", async () => {
    const answer = await createReadTool(reader(), { header: "file" }).execute({ path: "src/a.txt" });
    expect(answer.content.split("\n", 2)).toEqual(["[file src/a.txt · lines 1-1000 of 3000 · partial]", "1\tline 1"]);
  });

  test("has a header that says from what it was extracted", async () => {
    const shown = renderText(await fixtures(options).read("pdf/named-txt/input.txt"), { header: "file" });
    expect(shown).toMatch(/^\[file pdf\/named-txt\/input\.txt · lines 1-1 of 1 · extracted from application\/pdf\]\n/);
  });

  test("is one line for people", async () => {
    expect(humanLine(await reader().read("src/a.txt"))).toBe("Read 1000 of 3000 lines, src/a.txt");
    expect(humanLine(await reader().read("src/b.txt"))).toBe("Could not read src/b.txt: not found");
  });

  test("has a path relative to the working directory, from a relative and from an absolute one", async () => {
    const folder = folderWith({ "src/a.txt": "a\n" });
    for (const path of ["src/a.txt", "./src//a.txt", `${folder}/src/a.txt`]) {
      expect(await readerOf(folder, options).read(path)).toMatchObject({ ok: true, path: "src/a.txt" });
    }
  });
});
