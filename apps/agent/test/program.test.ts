import { expect, test } from "vitest";
import { parseArguments } from "../src/arguments/parse-arguments.ts";
import { demoFolder } from "./support/demo.ts";
import { runProgram } from "./support/program.ts";

test("without a word it follows the script, says that no model is called, and ends", async () => {
  const { code, output, errors } = await runProgram([]);
  expect(errors).toBe("");
  expect(code).toBe(0);
  expect(output.split("\n")[0]).toBe("scripted: no model is called; the text was written in advance");
  expect(output).toContain("It cost 162 orders");
  expect(output).toMatch(/Sources\n {2}✓ app\.log:2 /);
  expect(output).not.toContain("✗");
});

test("with --json every line is an event, without the bytes of images", async () => {
  const { code, output } = await runProgram(["--scripted", "--json", "-q", "Can it happen again?"]);
  expect(code).toBe(0);
  const events = output
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string });
  expect(events[0]?.type).toBe("question");
  expect(events.at(-1)?.type).toBe("done");
  expect(output).not.toMatch(/[A-Za-z\d+/]{400}/);
});

test("several questions follow one another, and one that fails makes the program fail", async () => {
  const { code, output } = await runProgram(["-q", "Can it happen again?", "-q", "Who are you?"]);
  expect(code).toBe(1);
  expect(output).toContain("OPS-311");
  expect(output).toContain("it can answer only these questions");
});

test.for<[argv: readonly string[], message: RegExp]>([
  [
    ["--model", "anthropic:claude-opus-4-5", "-q", "x"],
    /no key for Anthropic: ANTHROPIC_API_KEY is not set[^]*--scripted/,
  ],
  [["--model", "ollama:x", demoFolder], /no terminal to ask[^]*--question/],
  [["--model", "ollama:x", "-q", "x", "/no/such/folder"], /is not a folder/],
  [["--scripted", "--model", "ollama:x"], /exclude each other/],
  [[demoFolder], /--model provider:name/],
  [["--base-url", "http://localhost/v1"], /--model provider:name/],
  [["--max-steps", "0"], /"0" is not a value of --max-steps/],
  [["--port", "70000"], /"70000" is not a value of --port/],
  [["--what"], /what/],
  [["-q", " "], /A question is empty[^]*--question/],
  [["--model", "compatible"], /"compatible" does not name a model[^]*compatible:NAME/],
])("%o is a usage error, reported on stderr", async ([argv, message]) => {
  const { code, output, errors } = await runProgram(argv);
  expect(code).toBe(2);
  expect(output).toBe("");
  expect(errors).toMatch(message);
});

test("a server that does not answer is reported, and the exit code is 1", async () => {
  const argv = ["--model", "ollama:x", "--base-url", "http://127.0.0.1:1/v1", "-q", "x", demoFolder];
  const { code, output } = await runProgram(argv);
  expect(code).toBe(1);
  expect(output).toMatch(/There is no response from http:\/\/127\.0\.0\.1:1 [^]*ollama serve[^]*--scripted/);
});

test("help tells what the script is", async () => {
  const { code, output } = await runProgram(["--help"]);
  expect(code).toBe(0);
  expect(output).toContain("no model is called");
});

test("the command line says what is wanted, and nothing is made up", () => {
  const argv = [
    "--model",
    "ollama:x",
    "--no-images",
    "--handler",
    "./a.mjs",
    "--handler-command",
    "b=c",
    "--config",
    "d",
  ];
  expect(parseArguments(argv)).toEqual({
    command: "talk",
    folders: [],
    model: { model: "ollama:x", images: false },
    setup: { handlers: ["./a.mjs"], commands: ["b=c"], config: "d" },
    questions: [],
    format: "text",
  });
});

test.for(["text", "json"])(
  "an answer that the limit of steps cut off is none, and the exit code says so: %s",
  async (format) => {
    const argv = ["-q", "Can it happen again?", "--max-steps", "1", ...(format === "json" ? ["--json"] : [])];
    expect((await runProgram(argv)).code).toBe(1);
  },
);
