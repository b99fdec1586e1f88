import { anthropic, openai, textOnly, type Capabilities, type ImageCapabilities } from "@reader/core";
import { describe, expect, expectTypeOf, test } from "vitest";
import { createReadTool } from "../src/read-tool.ts";
import { anthropicTool } from "../src/targets/anthropic.ts";
import { chatTool } from "../src/targets/openai-chat.ts";
import { mastraTool, type MastraTool } from "../src/targets/mastra.ts";
import { piTool, type PiTool } from "../src/targets/pi.ts";
import { scenarioReader } from "./wire/scenarios.ts";

function imagesOf({ images }: Capabilities): ImageCapabilities {
  if (images === undefined) throw new Error("This model takes no images.");
  return images;
}

describe("what the model takes", () => {
  const kinds = async (given: Parameters<typeof createReadTool>[1], options = {}) => {
    const { run } = anthropicTool(createReadTool(scenarioReader(), given), options);
    const { content } = await run({ id: "1", input: { path: "one.pic" } });
    return content.map(({ type }) => type);
  };

  test("is what its provider takes where nobody says", async () => {
    expect(await kinds({})).toEqual(["text", "image"]);
  });

  test("is what the tool or the target is told, also where that is nothing but text", async () => {
    expect(await kinds({ capabilities: textOnly })).toEqual(["text"]);
    expect(await kinds({}, { capabilities: textOnly })).toEqual(["text"]);
  });

  test("is text where the target does not know the provider and nobody says", async () => {
    const { run } = chatTool(createReadTool(scenarioReader()));
    const { tool, user } = await run({ id: "1", function: { arguments: '{"path":"one.pic"}' } });
    expect(user).toBeUndefined();
    expect(tool.content).toContain("is not shown: the model does not accept this type");
  });

  test("is never more than both the model and the target take", async () => {
    const images = { ...imagesOf(openai), mediaTypes: ["image/gif"] };
    expect(await kinds({ capabilities: { name: "gif", images } })).toEqual(["text"]);
  });
});

test("media that do not fit into one answer are named, with the call that shows the first of them", async () => {
  const { run } = anthropicTool(createReadTool(scenarioReader()), { maxMediaBytes: 1_000_000 });
  const { content } = await run({ id: "1", input: { path: "many.pic" } });
  expect(content.filter(({ type }) => type === "image")).toHaveLength(3);
  expect(content[1]).toEqual({
    type: "text",
    text:
      "Note: image 4 to image 25 (6.6 MB) are not shown here: one answer to Anthropic's API has room for 1.0 MB of images and documents. " +
      'To see the first of them, read {"path":"many.pic","pages":"4"}',
  });
  const asPictures = await run({ id: "1", input: { path: "many.pic", view: "image" } });
  expect(asPictures.content[1]).toMatchObject({
    text: expect.stringMatching(/read \{"path":"many.pic","pages":"4","view":"image"\}$/) as string,
  });
  const { content: fourth } = await run({ id: "1", input: { path: "many.pic", pages: "4" } });
  expect(fourth.map(({ type }) => type)).toContain("image");
});

/**
 * Mastra (132 MB) and pi are not installed here; `pnpm tarballs` drives both. These are the shapes that their
 * own types name: `ToolAction` of `@mastra/core` 1.71.0 (`dist/tools/types.d.ts`), and `AgentTool` of
 * `@mariozechner/pi-agent-core` 0.73.1 (`dist/types.d.ts`).
 */
interface MastraToolAction {
  id: string;
  description: string;
  inputSchema?: { readonly "~standard": { readonly version: 1; readonly vendor: string } };
  execute?: (input: { readonly [field: string]: unknown }, context: { abortSignal?: AbortSignal }) => Promise<unknown>;
  toModelOutput?: (output: never) => unknown;
}

interface PiAgentTool {
  name: string;
  label: string;
  description: string;
  parameters: object;
  prepareArguments?: (args: unknown) => unknown;
  execute: (
    toolCallId: string,
    params: never,
    signal?: AbortSignal,
  ) => Promise<{
    content: ({ type: "text"; text: string } | { type: "image"; data: string; mimeType: string })[];
    details: unknown;
  }>;
}

describe("Mastra, by the shape of its types", () => {
  const mastra = () => mastraTool(createReadTool(scenarioReader({ capabilities: anthropic })));
  const outputOf = async (path: string) => {
    const { execute, toModelOutput } = mastra();
    return toModelOutput(JSON.parse(JSON.stringify(await execute({ path }))));
  };

  test("takes the tool", () => {
    expectTypeOf<MastraTool>().toExtend<MastraToolAction>();
    expect(mastra()).toMatchObject({ id: "read", inputSchema: { "~standard": { version: 1 } } });
  });

  test("gets text, errors, images and PDF as AI SDK 6 has them", async () => {
    expect(await outputOf("notes.txt")).toEqual({ type: "text", value: "1\talpha\n2\tbeta\n3\tgamma" });
    expect(await outputOf("gone.txt")).toMatchObject({ type: "error-text" });
    expect(await outputOf("one.pic")).toMatchObject({
      type: "content",
      value: [{ type: "text" }, { type: "image-data", mediaType: "image/png" }],
    });
    expect(await outputOf("report.pdf")).toMatchObject({
      value: [{ type: "text" }, { type: "file-data", filename: "report.pdf" }],
    });
  });

  test("may hand over a fault of its own", () => {
    expect(mastra().toModelOutput({ error: true })).toEqual({ type: "text", value: '{"error":true}' });
  });
});

describe("pi, by the shape of its types", () => {
  const pi = () => piTool(createReadTool(scenarioReader({ capabilities: anthropic })));

  test("takes the tool", () => {
    expectTypeOf<PiTool>().toExtend<PiAgentTool>();
    expect(pi()).toMatchObject({ name: "read", label: "Read a file", parameters: { type: "object" } });
  });

  test("gets text and images, and facts for its user interface", async () => {
    const { content, details } = await pi().execute("1", { path: "one.pic" });
    expect(content).toMatchObject([{ type: "text" }, { type: "image", mimeType: "image/png" }]);
    expect(details).toMatchObject({ path: "one.pic", status: "complete" });
  });

  test("gets errors thrown, in the words that the model reads", async () => {
    await expect(pi().execute("1", { path: "gone.txt" })).rejects.toThrow(
      "Error (not-found): gone.txt does not exist.\nNext: ",
    );
  });

  test("gets no nulls to refuse", () => {
    expect(pi().prepareArguments({ path: "a", find: null })).toEqual({ path: "a" });
    expect(pi().prepareArguments("a")).toBe("a");
  });
});
