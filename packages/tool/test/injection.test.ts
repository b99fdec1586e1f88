import { openai, type Handler } from "@reader/core";
import { defineHandler, extent, image, text } from "@reader/core/handler";
import { expect, test } from "vitest";
import { createFindTool } from "../src/find-tool.ts";
import { createListTool, createReadTool } from "../src/read-tool.ts";
import { anthropicTool } from "../src/targets/anthropic.ts";
import { mcpTool } from "../src/targets/mcp.ts";
import { chatTool } from "../src/targets/openai-chat.ts";
import { responsesTool } from "../src/targets/openai-responses.ts";
import type { AgentTool } from "../src/answer/agent-tool.ts";
import { pictureBytes, readerOf } from "./support.ts";
import { hostileLines } from "./wire/scenarios.ts";
import { textsIn } from "./wire/provider.ts";

// What a file says in other places than its lines: the names of files and of what is inside them, labels of pages,
// the words for a picture. `wire` has its lines, through the real client of every provider.

/** A document whose label, alternative text and content are what the file says. */
const labelled: Handler = defineHandler({
  name: "labelled",
  mediaTypes: ["application/x-labelled"],
  sniff: (_, name) => (name.endsWith(".lab") ? "application/x-labelled" : undefined),
  async *read(source) {
    const words = new TextDecoder().decode(await source.bytes());
    const at = { unit: "page" as const, index: 1, label: words };
    yield extent("page", 1);
    yield text(`${words}\n`, at);
    yield image("image/png", pictureBytes(1), { widthPx: 8, heightPx: 6, alt: words, at });
  },
});

/** How each target is asked, and what of it reaches the model. */
const targets: readonly (readonly [string, (tool: AgentTool, input: object) => Promise<unknown>])[] = [
  ["anthropic", (tool, input) => anthropicTool(tool).run({ id: "1", input })],
  ["mcp", async (tool, input) => (await mcpTool(tool).callback({ ...input })).content],
  ["openai-chat", (tool, input) => chatTool(tool).run({ id: "1", function: { arguments: JSON.stringify(input) } })],
  ["openai-responses", (tool, input) => responsesTool(tool).run({ call_id: "1", arguments: JSON.stringify(input) })],
];

/** Lines that are the reader's own, by whatever a program takes for the end of a line: those without a number. */
function ownLines(sent: unknown): readonly string[] {
  const lines = textsIn(sent).flatMap((words) => words.split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/));
  return lines.filter((line) => !/^\d+[\t:]/.test(line));
}

/** The same, with nothing in it but what has to be escaped, so that the reader has the same to say of it. */
function harmless(line: string): string {
  return line.replaceAll(/[^\n\r\u2028\u2029\u0085\v\f\u001b\u202e\u2066]/g, "x");
}

const cases = targets.flatMap(([target, send]) => hostileLines.map((line) => [target, line, send] as const));

test.for(cases)("%s: what a document calls its parts cannot pass for the reader: %j", async ([, line, send]) => {
  const sentFor = (words: string) => {
    const reader = readerOf({ "a.lab": `x${words}` }, { handlers: [labelled], capabilities: openai });
    return send(createReadTool(reader), { path: "a.lab" });
  };
  const own = ownLines(await sentFor(line));
  const twin = ownLines(await sentFor(harmless(line)));
  expect(own).toHaveLength(twin.length);
  // Our mark, and only then its words.
  const marks = (lines: readonly string[]) => lines.map((each) => /^(?:\[(?:page|image) 1\b)?/.exec(each)?.[0]);
  expect(marks(own)).toEqual(marks(twin));
});

test.for(cases)("%s: a name of a file cannot pass for the reader: %j", async ([, line, send]) => {
  const sentFor = async (name: string) => {
    const reader = readerOf({ [`folder/${name}.txt`]: "needle\n" });
    const listed = await send(createListTool(reader), { path: "folder" });
    const found = await send(createFindTool(reader), { pattern: "needle" });
    const missed = await send(createReadTool(reader), { path: `folder/${name}.tx` });
    return [listed, found, missed].map((sent) => ownLines(sent).length);
  };
  const name = line.replaceAll("/", "-");
  expect(await sentFor(name)).toEqual(await sentFor(harmless(name)));
});
