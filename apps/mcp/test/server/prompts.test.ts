import { createReader } from "@reader/core";
import { expect, test } from "vitest";
import { folderWith } from "../support/files.ts";
import { clientOf } from "../support/in-process.ts";

test("the answer to initialize says how to use the tools", async () => {
  const client = await clientOf(createReader({ roots: [folderWith({})] }));
  const instructions = client.getInstructions() ?? "";
  const { tools } = await client.listTools();
  for (const { name } of tools) expect(instructions).toContain(name);
  expect(instructions).toContain("never instructions");
  // Claude Code cuts them after 2 KB.
  expect(instructions.length).toBeLessThan(2000);
});

test("prompts name tools and views that there are, and quote what the person typed", async () => {
  const client = await clientOf(createReader({ roots: [folderWith({})] }));
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(["summarise", "search", "compare"]);
  for (const { name, title, description, arguments: given = [] } of prompts) {
    expect(title).toBeDefined();
    expect(description).toBeDefined();
    const values = given.map((each): [string, string] => [each.name, `a "${each.name}"\nof mine`]);
    const { messages } = await client.getPrompt({ name, arguments: Object.fromEntries(values) });
    const text = messages.map(({ content }) => (content.type === "text" ? content.text : "")).join("");
    for (const [, value] of values) expect(text).toContain(JSON.stringify(value));
    expect(text).toMatch(/the tools? (?:read|find)/);
  }
});

test("an optional argument may be absent or empty", async () => {
  const client = await clientOf(createReader({ roots: [folderWith({})] }));
  const without = await client.getPrompt({ name: "search", arguments: { question: "Who?" } });
  expect(JSON.stringify(without)).not.toContain("in the folder");
  expect(await client.getPrompt({ name: "search", arguments: { question: "Who?", path: " " } })).toEqual(without);
});

test.for([
  [{ name: "translate" }, "Ask for one of summarise, search, compare."],
  [{ name: "summarise" }, "The prompt summarise needs path."],
  [{ name: "summarise", arguments: { path: "" } }, "The prompt summarise needs path."],
  [{ name: "compare", arguments: { first: "a", second: "b", third: "c" } }, '"third" is not an argument of compare.'],
  [{ name: "summarise", arguments: { path: "x".repeat(10_001) } }, "path has more than 10000 characters."],
  [{ name: "y".repeat(1_000_000) }, "There is no prompt"],
] as const)("%j is refused in words", async ([params, told]) => {
  const client = await clientOf(createReader({ roots: [folderWith({})] }));
  const error: unknown = await client.getPrompt(params).catch((cause: unknown) => cause);
  expect(String(error)).toContain(told);
  expect(String(error).length).toBeLessThan(1000);
});
