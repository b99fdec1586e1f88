import { createReader, createSession, ReadError, textOnly, type Handler } from "@reader/core";
import { defineHandler } from "@reader/core/handler";
import { describe, expect, test } from "vitest";
import { createFindTool, createListTool, createReadTool, strictSchema } from "../src/index.ts";
import { answerText } from "../src/answer/tool-answer.ts";
import { readerOf } from "./support.ts";

function handlerOf(name: string, ...mediaTypes: readonly string[]): Handler {
  return defineHandler({ name, mediaTypes, async *read() {} });
}

const openXml = "application/vnd.openxmlformats-officedocument.";
const manyHandlers: readonly Handler[] = [
  handlerOf("pdf", "application/pdf"),
  handlerOf("docx", `${openXml}wordprocessingml.document`),
  handlerOf("xlsx", `${openXml}spreadsheetml.sheet`),
  handlerOf("pptx", `${openXml}presentationml.presentation`),
  handlerOf("odt", "application/vnd.oasis.opendocument.text"),
  handlerOf("rtf", "application/rtf"),
  handlerOf("notebook", "application/x-ipynb+json"),
  handlerOf("archive", "application/zip", "application/x-tar"),
  handlerOf("image", "image/*"),
  ...Array.from({ length: 40 }, (_, at) =>
    handlerOf(`strange-format-with-a-long-name-${at}-${"x".repeat(60)}`, `application/x-${at}`),
  ),
];

const makers = [createReadTool, createListTool, createFindTool] as const;

const symbols = defineHandler({
  name: "symbols",
  mediaTypes: ["text/x-code"],
  outlinesOnly: true,
  outline: () => Promise.resolve({ entries: [] }),
});

describe("what a model is told", () => {
  test("names only what a handler reads", () => {
    const { description } = createReadTool(createReader());
    expect(description).toContain(
      "Reads text of any encoding and size; folders are listed, other binary files refused.",
    );
    expect(description).not.toMatch(/PDF|Word|images|pages|slides|select/);
    const withPdf = createReadTool(createReader({ handlers: manyHandlers.slice(0, 1) })).description;
    expect(withPdf).toContain("Reads text of any encoding and size and PDF;");
    expect(withPdf).toContain('`pages` "1-5,9" chooses pages');
    expect(withPdf).not.toMatch(/slides|Excel/);
  });

  test("names the formats, their units and examples of their parts", () => {
    const { description } = createReadTool(createReader({ handlers: manyHandlers.slice(0, 9) }));
    expect(description).toContain(
      "PDF, Word, Excel, PowerPoint, OpenDocument, RTF, Jupyter notebooks, archives and images",
    );
    expect(description).toContain("pages, sheets, slides or cells");
    expect(description).toContain('"Sheet2!A1:D20", "docs/a.md" in an archive or "x,y,w,h" of an image');
  });

  test("names the handlers of others by their own names", () => {
    const { description } = createReadTool(createReader({ handlers: [handlerOf("plans", "application/x-plan")] }));
    expect(description).toContain("size and plans;");
  });

  test("names the limits in force", () => {
    const { description } = createReadTool(createReader({ budget: { maxLines: 77, maxTokens: 1234 } }));
    expect(description).toContain("at most 77 lines and 1234 tokens, and lines above 2000 characters are cut");
  });

  test("says whether a folder is listed or refused", () => {
    const { description } = createReadTool(createReader({ directories: "refuse" }));
    expect(description).toContain("size; folders and other binary files are refused.");
  });

  test("tells of outlines where some handler has them, and of symbols where one outlines text", () => {
    const [first = symbols] = manyHandlers;
    const book: Handler = { ...first, outline: () => Promise.resolve({ entries: [] }) };
    const ofBook = createReadTool(createReader({ handlers: [book] })).description;
    expect(ofBook).toContain('`view` "outline" lists headings, bookmarks, slides or sheets with their');
    expect(ofBook).not.toContain("Class.method");
    const ofCode = createReadTool(createReader({ handlers: [symbols] })).description;
    expect(ofCode).toContain('`select` "Class.method" reads one.');
    expect(ofCode).toContain("Reads text of any encoding and size;");
    expect(createReadTool(createReader({ handlers: manyHandlers })).description).not.toContain("outline");
  });

  test.for(makers)("is never as long as what clients cut or providers refuse: %o", (make) => {
    const { description } = make(createReader({ handlers: [...manyHandlers, symbols] }));
    expect(new TextEncoder().encode(description).length).toBeLessThan(2048);
    expect(description.length).toBeLessThanOrEqual(1024);
  });
});

test.for([
  ["message/rfc822", "e-mail"],
  ["application/x-drawing", "drawing"],
] as const)("a stranger's handler of %s is told of beside all formats, as %s, within the limit", ([type, words]) => {
  const types = ["pdf", "msword", "vnd.ms-excel", "vnd.ms-powerpoint", "vnd.oasis.opendocument.text", "rtf"];
  const more = ["x-ipynb+json", "epub+zip", "x-dbf", "zip"];
  const mediaTypes = [
    ...[...types, ...more].map((each) => `application/${each}` as const),
    "text/csv",
    "image/*",
  ] as const;
  const all = defineHandler({
    name: "all",
    mediaTypes,
    async *read() {},
    outline: () => Promise.resolve({ entries: [] }),
  });
  const stranger = defineHandler({ name: "drawing", mediaTypes: [type], async *read() {} });
  const budget = { maxLines: 100_000, maxTokens: 1_000_000, maxLineCharacters: 100_000 };
  const { description } = createReadTool(createReader({ handlers: [stranger, all, symbols], budget }));
  expect(description).toMatch(new RegExp(`\\b${words}\\b`));
  expect(description.length).toBeLessThanOrEqual(1024);
});

describe("what the program that calls a tool is told", () => {
  test.for(makers)("that it changes nothing and may run beside others: %o", (make) => {
    expect(make(createReader())).toMatchObject({ aliases: [], isReadOnly: true, isConcurrencySafe: true });
  });

  test("its other names, and how large an answer gets", () => {
    const tool = createReadTool(createReader({ budget: { maxBytes: 5000 } }), { aliases: ["Read"] });
    expect(tool).toMatchObject({ aliases: ["Read"], maxContentBytes: 5000 });
  });
});

describe("the schema", () => {
  test.for(makers)("names and explains every field, and asks for no more than is needed: %o", (make) => {
    const { inputSchema } = make(createReader());
    expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
    for (const { description } of Object.values(inputSchema.properties)) expect(description).toMatch(/^.{10,120}$/);
  });

  test("has a strict variant, in which every field is required and may be null", () => {
    const strict = strictSchema(createReadTool(createReader()).inputSchema);
    expect(strict.required).toEqual(Object.keys(strict.properties));
    expect(strict.properties["path"]).toMatchObject({ type: "string" });
    expect(strict.properties["offset"]).toMatchObject({ type: ["integer", "null"] });
    expect(strict.properties["view"]).toMatchObject({
      enum: ["auto", "text", "image", "native", "document", "outline", null],
    });
  });

  test("has only fields that the reader knows", async () => {
    const tool = createReadTool(readerOf({ "a.txt": "a" }));
    const nothing = Object.fromEntries(Object.keys(tool.inputSchema.properties).map((field) => [field, null]));
    expect(await tool.execute({ ...nothing, path: "a.txt" })).toMatchObject({ isError: false, content: "1\ta" });
  });
});

describe("a read", () => {
  const read = createReadToolOf();

  test.for([
    [{ path: "a.txt", offset: 2, limit: 1 }],
    [{ file_path: "a.txt", offset: "2", limit: "1", find: null, pages: "" }],
    ['{"path":"a.txt","startLine":2,"end_line":2}'],
  ])("understands what models send: %j", async ([input]) => {
    expect(await read().execute(input)).toMatchObject({ isError: false, content: "2\tbeta" });
  });

  test.for([["a.txt"], ['"a.txt"']])("takes a bare text for a path: %s", async ([input]) => {
    expect(await read().execute(input)).toMatchObject({ isError: false, content: "1\talpha\n2\tbeta\n3\tgamma" });
  });

  test.for([[undefined], [null], [7], [""], ["{}"], ["7 8"], ["[1]"], ['{"path":'], [{ path: 7 }]])(
    "tells what is wrong and what to do next, and never rejects: %j",
    async ([input]) => {
      const answer = await read().execute(input);
      expect(answer).toMatchObject({ isError: true, content: "", media: [] });
      expect(answer.notes).toMatch(/^Error \([a-z-]+\): .+\nNext: .+$/);
    },
  );

  test("says how to go on in the name of the tool, in words and as a fact", async () => {
    const answer = await read("view_file").execute({ path: "a.txt", limit: 1 });
    expect(answer.notes).toContain('To go on (2 lines left), view_file {"path":"a.txt","limit":1,"offset":2}');
    expect(answer.facts).toMatchObject({ status: "partial", next: { path: "a.txt", limit: 1, offset: 2 } });
  });

  test("is unchanged only in the session that has seen it", async () => {
    const session = createSession();
    const tool = read();
    await tool.execute({ path: "a.txt" }, { session });
    expect((await tool.execute({ path: "a.txt" }, { session })).facts).toMatchObject({ status: "unchanged" });
    expect((await tool.execute({ path: "a.txt" })).facts).toMatchObject({ status: "complete" });
  });

  test("is given up when its caller does", async () => {
    expect(await read().execute({ path: "a.txt" }, { signal: AbortSignal.abort() })).toMatchObject({
      isError: true,
      facts: { error: { code: "aborted" } },
    });
  });

  test("always says something", async () => {
    const reader = readerOf({ "nothing.x": "x" }, { handlers: [handlerOf("silent", "text/plain")] });
    expect(answerText(await createReadTool(reader).execute({ path: "nothing.x" }))).toBe("(nothing to show)");
  });

  test("survives JSON", async () => {
    const answer = await read().execute({ path: "a.txt" }, { capabilities: textOnly });
    expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
  });
});

function createReadToolOf() {
  return (name = "read") => createReadTool(readerOf({ "a.txt": "alpha\nbeta\ngamma\n" }), { name });
}

describe("a list", () => {
  const list = (options = {}) =>
    createListTool(
      readerOf({ "b.txt": "12345", "src/a.ts": "", "src/b.ts": "", "src/c.ts": "", ".env": "S=1" }, options),
    );

  test.for([[{}], [{ path: "." }], [{ path: null }], [undefined]])(
    "is of the workspace where nothing is said: %j",
    async ([input]) => {
      expect(await list().execute(input)).toMatchObject({
        isError: false,
        content: expect.stringMatching(/^1\tsrc\/\n2\t\.env\t3 B.*denied/),
      });
    },
  );

  test.for([[{ path: "src", limit: 2 }], [{ directory: "src/", limit: "2" }]])("is paged: %j", async ([input]) => {
    const answer = await list().execute(input);
    expect(answer.content).toBe("1\ta.ts\t0 B\n2\tb.ts\t0 B");
    expect(answer.notes).toMatch(/To go on, list \{"path":"src\/?","limit":2,"offset":3\}/);
  });

  test("of a file says to read it", async () => {
    expect(await list().execute({ path: "b.txt" })).toMatchObject({
      isError: true,
      notes: "Error (invalid-request): b.txt is not a folder.\nNext: Read it, or name a folder.",
    });
  });

  test("works where the reader itself refuses folders", async () => {
    expect(await list({ directories: "refuse" }).execute({ path: "src" })).toMatchObject({ isError: true });
  });
});

describe("facts of a failure", () => {
  const failing = (code: "handler-failed" | "corrupt"): Handler =>
    defineHandler({
      name: "srt",
      version: "1.2.3",
      mediaTypes: ["application/x-subrip"],
      sniff: (_, name) => (name.endsWith(".srt") ? "application/x-subrip" : undefined),
      byHand: (path) => `srt --check ${path}`,
      read: () => {
        throw new ReadError(code, "It is broken.");
      },
    });
  const errorOf = async (code: "handler-failed" | "corrupt") => {
    const reader = readerOf({ "a.srt": "1\n" }, { handlers: [failing(code)] });
    return (await createReadTool(reader).execute({ path: "a.srt" })).facts["error"];
  };

  test("name the handler, its version and the command that shows the fault, as the words do", async () => {
    expect(await errorOf("handler-failed")).toMatchObject({
      code: "handler-failed",
      details: { handler: { name: "srt", version: "1.2.3", byHand: "srt --check a.srt" } },
    });
  });

  test("leave out the command where the words do", async () => {
    expect(await errorOf("corrupt")).toMatchObject({
      code: "corrupt",
      details: { handler: { name: "srt", version: "1.2.3" } },
    });
    expect(JSON.stringify(await errorOf("corrupt"))).not.toContain("--check");
  });

  test("are small, whatever was asked for", async () => {
    const answer = await createReadTool(readerOf({})).execute({ path: "a".repeat(1_000_000) });
    expect(JSON.stringify(answer).length).toBeLessThan(10_000);
  });

  test("name what a model may have meant", async () => {
    const answer = await createReadTool(readerOf({ "notes.txt": "" })).execute({ path: "notse.txt" });
    expect(answer.facts["error"]).toMatchObject({ code: "not-found", details: { candidates: ["notes.txt"] } });
  });
});
