import { expect, onTestFinished, test } from "vitest";
import type { Scenario } from "../../src/scripted/scenario.ts";
import { startScriptedServer } from "../../src/scripted/scripted-server.ts";

const scenario: Scenario = {
  name: "small",
  turns: [
    {
      question: "Who is it?",
      steps: [
        { say: "I look. ", calls: [{ name: "read", input: { path: "a.txt", limit: 3 } }] },
        {
          expect: [{ pattern: "^(?<line>\\d+)\\tname: (?<name>\\w+)" }],
          calls: [{ name: "read", input: { path: "{{name}}" } }],
        },
        { expect: [{ pattern: "{{name}} \\(sure\\)" }, { images: 1 }], say: "It is {{name}} [a.txt:{{line}}]." },
      ],
    },
  ],
};

const question = { role: "user", content: "who is it" };
const call = { role: "assistant", content: null, tool_calls: [{ id: "c", function: { name: "read" } }] };
const first = { role: "tool", tool_call_id: "c", content: "7\tname: A+B" };
const anna = { role: "tool", tool_call_id: "c", content: "7\tname: Anna" };
const sure = { role: "tool", tool_call_id: "c", content: "1\tAnna (sure)" };
const png = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==";
const picture = {
  role: "user",
  content: [
    { type: "text", text: "Here:" },
    { type: "image_url", image_url: { url: png } },
  ],
};

async function ask(messages: readonly object[], rest: object = {}): Promise<Response> {
  const server = await startScriptedServer({ scenario });
  onTestFinished(() => server.close());
  const body = { model: "script", messages, tools: [{ type: "function", function: { name: "read" } }], ...rest };
  return fetch(`${server.baseUrl}/chat/completions`, { method: "POST", body: JSON.stringify(body) });
}

test("a step is chosen by how much was said, and filled with what earlier steps found", async () => {
  const response = await ask([{ role: "system", content: "x" }, question, call, anna, call, sure, picture]);
  expect(await response.json()).toMatchObject({
    object: "chat.completion",
    model: "script",
    choices: [{ message: { role: "assistant", content: "It is Anna [a.txt:7]." }, finish_reason: "stop" }],
    usage: { prompt_tokens: expect.any(Number) as number, completion_tokens: expect.any(Number) as number },
  });
});

test("a stream gives its calls in pieces, its usage last, and ends as Chat Completions does", async () => {
  const response = await ask([question], { stream: true });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  const events = (await response.text()).split("\n\n").filter((event) => event !== "");
  expect(events.at(-1)).toBe("data: [DONE]");
  const chunks = events.slice(0, -1).map((event) => JSON.parse(event.slice("data: ".length)) as Chunk);
  expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? "").join("")).toBe("I look. ");
  const calls = chunks.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? []);
  expect(calls.length).toBeGreaterThan(2);
  expect(calls.map((each) => each.function.arguments).join("")).toBe('{"path":"a.txt","limit":3}');
  expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe("tool_calls");
  expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) as number } });
});

interface Chunk {
  readonly choices: readonly {
    readonly delta: {
      readonly content?: string;
      readonly tool_calls?: readonly { readonly function: { readonly arguments: string } }[];
    };
    readonly finish_reason: string | null;
  }[];
}

test("a found value is matched literally in a pattern", async () => {
  const broken = await ask([
    question,
    call,
    { ...first, content: "7\tname: Anna" },
    call,
    { ...sure, content: "Axna (sure)" },
  ]);
  expect(broken.status).toBe(400);
});

test.for<[why: string, messages: readonly object[], rest: object, reason: RegExp]>([
  ["an unknown question", [{ role: "user", content: "Why?" }], {}, /it can answer only these questions: "Who is it\?"/],
  ["no question", [], {}, /only these questions/],
  [
    "an answer without what is expected",
    [question, call, { ...first, content: "7\tnothing" }],
    {},
    /Step 2 of "Who is it\?" expects/,
  ],
  ["a picture that is missing", [question, call, anna, call, sure], {}, /expects 1 images from the user, not 0/],
  [
    "a picture that is none",
    [
      question,
      call,
      anna,
      call,
      sure,
      { role: "user", content: [{ image_url: { url: "data:image/png;base64,AAAA" } }] },
    ],
    {},
    /expects 1 images from the user, not 0/,
  ],
  [
    "base64 as the text of a tool",
    [question, call, { ...first, content: `7\tname: A ${"Ab+/".repeat(300)}` }],
    {},
    /base64/,
  ],
  [
    "more steps than there are",
    [question, call, anna, call, sure, picture, call, sure],
    {},
    /has 3 steps, and no more/,
  ],
  ["a tool that is not offered", [question], { tools: [] }, /offers no tool read/],
])("%s is refused with the reason", async ([, messages, rest, reason]) => {
  const response = await ask(messages, rest);
  expect(response.status).toBe(400);
  const { error } = (await response.json()) as { error: { message: string; type: string } };
  expect(error.type).toBe("scenario_mismatch");
  expect(error.message).toMatch(reason);
});

test.for(["", "no json", "[]", '{"messages":7}'])("the body %o is refused", async (body) => {
  const server = await startScriptedServer({ scenario });
  onTestFinished(() => server.close());
  const response = await fetch(`${server.baseUrl}/chat/completions`, { method: "POST", body });
  expect(response.status).toBe(400);
});

test("the server says that it is a script", async () => {
  const server = await startScriptedServer({ scenario });
  onTestFinished(() => server.close());
  expect(server.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
  const response = await fetch(`${server.baseUrl}/models`);
  expect(await response.json()).toMatchObject({ data: [{ id: "script" }] });
});
