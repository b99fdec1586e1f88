import { anthropic, ReadError, type Handler } from "@reader/core";
import { defineHandler, extent, image, text } from "@reader/core/handler";
import { tool as langChain } from "@langchain/core/tools";
import { describe, expect, test } from "vitest";
import { createFindTool, createListTool, createReadTool } from "../src/index.ts";
import { anthropicTool } from "../src/targets/anthropic.ts";
import { langChainTool } from "../src/targets/langchain.ts";
import { mcpTool } from "../src/targets/mcp.ts";
import { piTool } from "../src/targets/pi.ts";
import { pictureBytes, readerOf } from "./support.ts";

/** Breaks behind a page of text, and in files whose name says so behind a picture as well. */
const breaking: Handler = defineHandler({
  name: "breaking",
  mediaTypes: ["application/x-breaking"],
  sniff: (_, name) => (name.startsWith("broken") ? "application/x-breaking" : undefined),
  async *read(source) {
    const at = { unit: "page" as const, index: 1 };
    yield extent("page", 2);
    yield text("words\n", at);
    if (source.name.endsWith(".pic")) yield image("image/png", pictureBytes(1), { widthPx: 8, heightPx: 6, at });
    throw new ReadError("corrupt", "Page 2 is broken.", { hint: "Read another page." });
  },
});

const read = () =>
  createReadTool(readerOf({ "broken.pic": "x", "broken.txt": "x" }, { handlers: [breaking], capabilities: anthropic }));

describe("what failed after something was read", () => {
  test("with images is not an error to Anthropic's API, because that refuses the request", async () => {
    const { run } = anthropicTool(read());
    const shown = await run({ id: "1", input: { path: "broken.pic" } });
    expect(shown).not.toHaveProperty("is_error");
    expect(shown.content).toMatchObject([
      { type: "text", text: expect.stringContaining("1\twords") as string },
      { type: "text", text: "Error (corrupt): Page 2 is broken.\nNext: Read another page." },
      { type: "image" },
    ]);
    expect(await run({ id: "1", input: { path: "broken.txt" } })).toMatchObject({ is_error: true });
  });

  test("is one text to clients of MCP, which may show only the first part of an error", async () => {
    const { callback } = mcpTool(read());
    const { content, isError } = await callback({ path: "broken.txt" });
    expect({ content, isError }).toEqual({
      content: [
        {
          type: "text",
          text: "[page 1]\n1\twords\n\nError (corrupt): Page 2 is broken.\nNext: Read another page.",
        },
      ],
      isError: true,
    });
  });

  test("keeps its images for clients of MCP and for pi", async () => {
    const shown = [
      { type: "text", text: expect.stringContaining("Error (corrupt): Page 2 is broken.") as string },
      { type: "image" },
    ];
    const result = await mcpTool(read()).callback({ path: "broken.pic" });
    expect(result).not.toHaveProperty("isError");
    expect(result.content).toMatchObject(shown);
    expect((await piTool(read()).execute("1", { path: "broken.pic" })).content).toMatchObject(shown);
  });
});

test.for([createReadTool, createListTool, createFindTool])(
  "half a character in a path is not in what programs parse: %o",
  async (make) => {
    const answer = await make(readerOf({})).execute({ path: "a\ud83d\\ud83d\u{1f600}", pattern: "b" });
    expect(answer).toMatchObject({ isError: true, facts: { path: "a\ufffd\\ud83d\u{1f600}" } });
    expect(JSON.stringify(answer)).not.toMatch(/[^\\]\\ud/);
  },
);

test("LangChain lets fields of other names pass, and tells what is wrong with the others", async () => {
  const tool = langChain(...langChainTool(createReadTool(readerOf({ "a.txt": "alpha\nbeta\n" }))));
  expect(await tool.invoke({ path: "a.txt", startLine: 2 })).toMatch(/^2\tbeta/);
  await expect(tool.invoke({ path: "a.txt", offset: "2" })).rejects.toThrow('"string" is invalid. Expected "integer"');
});
