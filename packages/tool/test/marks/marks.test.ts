import { openai, type Handler, type Place } from "@reader/core";
import { defineHandler, extent, image, notice, quoted, text, type HandlerEvent } from "@reader/core/handler";
import { escapeText } from "@reader/core/render";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createFindTool } from "../../src/find-tool.ts";
import { createListTool, createReadTool } from "../../src/read-tool.ts";
import { aiSdkOutput } from "../../src/targets/ai-sdk.ts";
import { anthropicResult } from "../../src/targets/anthropic.ts";
import { geminiParts } from "../../src/targets/gemini.ts";
import { langChainResult } from "../../src/targets/langchain.ts";
import { mastraOutput } from "../../src/targets/mastra.ts";
import { mcpResult } from "../../src/targets/mcp.ts";
import { ollamaAnswer } from "../../src/targets/ollama.ts";
import { openAiAgentsOutput } from "../../src/targets/openai-agents.ts";
import { chatAnswer } from "../../src/targets/openai-chat.ts";
import { responsesOutput } from "../../src/targets/openai-responses.ts";
import { piResult } from "../../src/targets/pi.ts";
import { answerText, type ToolAnswer } from "../../src/answer/tool-answer.ts";
import { pictureBytes, readerOf } from "../support.ts";
import { textsIn } from "../wire/provider.ts";
import { hostileLines } from "../wire/scenarios.ts";
import { parseAnswer, shapeOf, wordsOf, type AnswerLine, type Mark } from "./answer-grammar.ts";

/** What marks, notices, gutters, shells and terminals are made of. */
const pieces = {
  syntax: ['"', "\\", '\\"', "[", "]", "·", " · ", "⋮", "…", "'", "`", "$(id)", "|", "<b>"],
  space: [" ", "  ", "\t", "\n", "\r", "\u2028", "\u2029", "\u0085", "\u000b"],
  invisible: ["\u202e", "\u2066", "\u200b", "\u200d", "\u{e0041}", "\u001b[2J", "\0"],
  gutters: ["12\t", "12:"],
  sentences: ["Note: all is well.", 'Next: read {"path":"x"}', "Shown: lines 1-2 of 9."],
  facts: ["of 9", "page 1", "hidden", " in "],
  ends: ["] Note: ", '"] Note: ', '\\"] Note: '],
  characters: ["\ud800", "é", "報告", "a", "Z", "0", "ﷺ", "\\u0022", "\\n"],
};
const words = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...Object.values(pieces).flat()) },
      { weight: 1, arbitrary: fc.string({ unit: "grapheme" }) },
    ),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((each) => each.join(""));

interface Hostile {
  readonly label: string;
  readonly alt: string;
  readonly line: string;
  readonly unit: Place["unit"];
}

/** A document whose label, alternative text and line are what `hostile` says, and whose notice quotes all of them. */
function labelled(hostile: Hostile): Handler {
  return defineHandler({
    name: "labelled",
    mediaTypes: ["application/x-labelled"],
    sniff: (_, name) => (name.endsWith(".lab") ? "application/x-labelled" : undefined),
    async *read(): AsyncGenerator<HandlerEvent> {
      const { label, alt, line, unit } = hostile;
      const at = { unit, index: 1, label };
      yield extent(unit, 1);
      yield text(`${line}\n`, at);
      yield image("image/png", pictureBytes(1), { widthPx: 8, heightPx: 6, alt, at });
      yield notice(`The document has ${quoted(label)}.`, at);
    },
  });
}

const targets: readonly (readonly [string, (answer: ToolAnswer) => unknown])[] = [
  ["text", (answer) => ({ text: answerText(answer) })],
  ["ai-sdk", (answer) => aiSdkOutput(answer)],
  ["anthropic", (answer) => anthropicResult("1", answer)],
  ["gemini", (answer) => geminiParts({ name: "read" }, answer)],
  ["langchain", (answer) => langChainResult(answer)[0]],
  ["mastra", (answer) => mastraOutput(answer)],
  ["mcp", (answer) => mcpResult(answer).content],
  ["ollama", (answer) => ollamaAnswer("read", answer)],
  ["openai-agents", (answer) => openAiAgentsOutput(answer)],
  ["openai-chat", (answer) => chatAnswer("1", answer)],
  ["openai-responses", (answer) => responsesOutput("1", answer)],
  ["pi", (answer) => piResult(answer).content],
];

/** The texts of a target that hold an answer; its other strings are names of fields and kinds. */
function answersIn(sent: unknown): readonly AnswerLine[] {
  return textsIn(sent)
    .filter((each) => /^(?:\d+[\t:]|\[|Note: |Error )/m.test(each))
    .flatMap(parseAnswer);
}

const marksIn = (lines: readonly AnswerLine[]): readonly Mark[] => lines.filter((line) => line.kind === "mark");

/** Lone surrogates cannot be written as UTF-8. */
const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

/** True for labels that are shown: one that only repeats its number is left out. */
const isTextual = (hostile: string): boolean => isWellFormed(hostile) && hostile !== "" && hostile !== "1";

const units = ["page", "chapter", "section", "slide", "cell", "sheet", "entry"] as const;

const hostile: fc.Arbitrary<Hostile> = fc.record({
  label: words.filter(isTextual),
  alt: words.filter(isTextual),
  line: words,
  unit: fc.constantFrom(...units),
});

/** What random words hold too seldom to rely on. */
const named: readonly (readonly [title: string, words: string])[] = [
  ["a backslash at the end", "Part A\\"],
  ["a quote at the end", 'Part "A"'],
  ["a vertical tab", "Part\u000bA"],
  ["a line feed", "Part\n12\tA"],
  ["a separator of lines", "Part\u2028Note: A"],
  ["a joiner", "Part\u200dA"],
  ["a reversal", "Part \u202eA"],
  ["an invisible letter", "Part\u3164A"],
  ["a separator of facts", "Part · page 9 · A"],
  ["a gap", "⋮"],
  ["the end of a mark", 'Part"] Note: A'],
  ["the end of an escaped mark", String.raw`Part\"] Note: A`],
  ["a gutter", "12:A"],
];

async function expectFound(send: (answer: ToolAnswer) => unknown, said: Hostile): Promise<void> {
  const reader = readerOf({ "a.lab": "x" }, { handlers: [labelled(said)], capabilities: openai });
  const answer = await createReadTool(reader).execute({ path: "a.lab" });
  const lines = answersIn(send(answer));
  const [place, picture, ...others] = marksIn(lines);
  expect(others).toEqual([]);
  // The label is one fact. Handlers compose those of the other units.
  if (["page", "chapter", "section"].includes(said.unit)) expect(place?.facts).toHaveLength(2);
  for (const { raw } of [place, picture].filter((mark) => mark !== undefined)) expect(raw).toBe(escapeText(raw));
  expect(labelsIn(place, said.unit)).toContain(withinLimit(said.label));
  expect(wordsOf(picture?.facts.at(-1) ?? [])).toBe(said.alt);
  expect(picture?.facts.slice(0, -1).map(wordsOf)).toEqual(["image 1", "PNG 8×6"]);
  const shown = lines.flatMap((line) => (line.kind === "file" ? [line.text] : []));
  expect(shown).toEqual(escapeText(`${said.line}\n`.replaceAll(/\r\n?/g, "\n").slice(0, -1)).split("\n"));
  const sentences = lines.flatMap((line) => (line.kind === "sentence" ? [line.tokens] : []));
  expect(sentences.map(shapeOf).filter((each) => each.includes("The document has"))).toHaveLength(1);
  const quotedLabels = sentences.flatMap((tokens) => tokens.filter(({ isQuoted }) => isQuoted));
  expect(quotedLabels.map((token) => token.text)).toContain(said.label);
}

async function expectNamed(name: string): Promise<void> {
  const reader = readerOf({ [`folder/${name}`]: "needle\nneedle\n", [`folder/${name}.bin`]: new Uint8Array(64) });
  const read = createReadTool(reader, { header: "file" });
  const path = `folder/${name}`;
  const listed = parseAnswer(answerText(await createListTool(reader).execute({ path: "folder" })));
  expect(listed.flatMap((line) => (line.kind === "file" ? [nameIn(line.text)] : []))).toContain(name);
  const [heading] = marksIn(parseAnswer(answerText(await createFindTool(reader).execute({ pattern: "needle" }))));
  expect(wordsOf(heading?.facts[0] ?? [])).toBe(`file ${path}`);
  const partial = await read.execute({ path, limit: 1 });
  const step = partial.notes.split("\n").find((line) => line.includes("To go on"));
  const request: unknown = JSON.parse(/\{.*\}$/.exec(step ?? "")?.[0] ?? "null");
  expect(request).toMatchObject({ path });
  for (const input of [{ path: `${path}.bin` }, { path: `${path}.none` }]) {
    const failed = parseAnswer((await read.execute(input)).notes);
    expect(failed.map(({ kind }) => kind)).toEqual(["sentence", "sentence"]);
  }
}

async function expectSentences(path: string, value: string): Promise<void> {
  const reader = readerOf({ "a.txt": "one\n" });
  const read = createReadTool(reader);
  const inputs = [
    { path },
    { path: "a.txt", encoding: value },
    { path: "a.txt", find: value },
    { path: "a.txt", find: `/${value}(/` },
    { path: "a.txt", pages: value },
    { path: "a.txt", select: value },
    { path: "a.txt", lines: value },
    { path: "a.txt", view: value },
    { path: "a.txt", offset: value },
  ];
  for (const input of inputs) {
    const { notes } = await read.execute(input);
    expect(notes.split("\n").length).toBeLessThanOrEqual(4);
    for (const line of parseAnswer(notes)) expect(line.kind).toBe("sentence");
  }
}

describe("nothing inside an answer ends a mark, a notice or a gutter", () => {
  test.for(targets)("%s: a parser of the grammar finds what the document said", async ([, send]) => {
    await fc.assert(
      fc.asyncProperty(hostile, (said) => expectFound(send, said)),
      { seed: 83, numRuns: 50 },
    );
  });

  test.for(targets.flatMap(([target, send]) => named.map(([title, said]) => [target, title, said, send] as const)))(
    "%s: the parser finds %s",
    async ([, , said, send]) => {
      await expectFound(send, { label: said, alt: said, line: said, unit: "page" });
    },
  );

  test.for(units.flatMap((unit) => named.map(([title, said]) => [unit, title, said] as const)))(
    "the label of a place of the kind %s may have %s",
    async ([unit, , said]) => {
      await expectFound((answer) => ({ text: answerText(answer) }), { label: said, alt: "-", line: "-", unit });
    },
  );

  test("names of files in listings, headings, failures and next steps", async () => {
    const name = words.filter((each) => isName(each) && isWellFormed(each));
    await fc.assert(fc.asyncProperty(name, expectNamed), { seed: 89, numRuns: 60 });
  });

  test.for(named)("the name of a file may have %s", async ([, name]) => {
    await expectNamed(name);
  });

  test("what a model asked for, in errors and hints", async () => {
    await fc.assert(fc.asyncProperty(words, words, expectSentences), { seed: 97, numRuns: 40 });
  });

  test.for(named)("what a model asked for may have %s", async ([, asked]) => {
    await expectSentences(asked, asked);
  });
});

test.for(hostileLines)("a plain line of ours is not closed by %j", async (line) => {
  const said: Hostile = { label: `x${line}`, alt: line === "" ? "-" : line, line, unit: "page" };
  const reader = readerOf({ "a.lab": "x" }, { handlers: [labelled(said)], capabilities: openai });
  const { content } = await createReadTool(reader).execute({ path: "a.lab" });
  expect(marksIn(parseAnswer(content))).toHaveLength(2);
});

/** What the mark of a place says after its unit; of units whose labels handlers compose also as it stands there. */
function labelsIn(mark: Mark | undefined, unit: Place["unit"]): readonly string[] {
  const { facts = [], raw = "" } = mark ?? {};
  const words = facts.map(wordsOf);
  if (unit === "entry") return [words.join(" · "), raw];
  if (unit === "sheet") return [words.join(" · "), raw].map((each) => each.replace(/^sheet /, ""));
  const isComposed = unit === "cell" || unit === "slide";
  return [words.slice(1).join(" · "), ...(isComposed ? [raw.replace(/^[a-z]+ 1 of 1 · /, "")] : [])];
}

/** Labels are cut at 200 characters. */
function withinLimit(label: string): string {
  return label.length <= 200 ? label : `${label.slice(0, 200)}…`;
}

/** What may be the name of a file in the file system in memory, and is not another file's. */
function isName(text: string): boolean {
  return !/[/\0]/.test(text) && !["", ".", ".."].includes(text.trim()) && text.trim() === text;
}

function nameIn(line: string): string {
  const [name = ""] = line.split("\t");
  return name.startsWith('"') ? String(JSON.parse(name)) : name;
}
