import { expect, test } from "vitest";
import { anthropic, gemini, openai, textOnly } from "@reader/core";
import type { ModelChoice } from "../../src/arguments/parse-arguments.ts";
import { converse } from "../../src/conversation/converse.ts";
import { openModel, providerTable } from "../../src/models/open-model.ts";
import { demoReader, eventsOf } from "../support/demo.ts";
import { chatStream, eventStream, type SentBody, serve } from "../support/servers.ts";

const keys = { ANTHROPIC_API_KEY: "a", OPENAI_API_KEY: "o", GEMINI_API_KEY: "g" };

test.for([
  ["anthropic:claude-opus-4-5", "ANTHROPIC_API_KEY"],
  ["openai:gpt-5.2", "OPENAI_API_KEY"],
  ["google:gemini-3-pro", "GOOGLE_GENERATIVE_AI_API_KEY"],
] as const)("%s without a key says which variable is missing, and offers the script", async ([model, variable]) => {
  await expect(openModel({ model }, { [variable]: "" })).rejects.toMatchObject({
    "~reader": "UsageError",
    message: expect.stringContaining(variable) as string,
    hint: expect.stringContaining("--scripted") as string,
  });
});

test.for<[choice: ModelChoice, message: RegExp, hint: RegExp]>([
  [{ model: "acme:best" }, /no provider "acme"/, /anthropic.*ollama/],
  [{ model: "anthropic" }, /does not name a model/, /anthropic:NAME/],
  [{ model: "ollama:" }, /does not name a model/, /ollama:NAME/],
  [{ model: "compatible:mine" }, /address of the server of compatible:mine is missing/, /--base-url/],
  [{ model: "compatible:mine", baseUrl: "localhost:8080" }, /not a server address/, /http:/],
  [{ model: "compatible:mine", baseUrl: "file:///etc/passwd" }, /not a server address/, /http:/],
])("%o is refused with what to give", async ([choice, message, hint]) => {
  await expect(openModel(choice, keys)).rejects.toMatchObject({
    message: expect.stringMatching(message) as string,
    hint: expect.stringMatching(hint) as string,
  });
});

test.for([
  ["anthropic:claude-opus-4-5", anthropic],
  ["openai:gpt-5.2", openai],
  ["google:gemini-3-pro", gemini],
  ["ollama:qwen3-vl:8b", textOnly],
  ["lmstudio:gemma", textOnly],
  ["llamacpp:any", textOnly],
] as const)("%s takes what its provider takes", async ([model, capabilities]) => {
  expect(await openModel({ model }, keys)).toMatchObject({ label: model, capabilities, isScripted: false });
  const blind = await openModel({ model, images: false }, keys);
  expect(blind.capabilities).toBe(textOnly);
  const seeing = await openModel({ model, images: true }, keys);
  expect(seeing.capabilities.images).toBeDefined();
});

test("servers of this machine have their usual addresses", () => {
  const addresses = [...providerTable].map(([name, { baseUrl }]) => [name, baseUrl]);
  expect(Object.fromEntries(addresses)).toMatchObject({
    ollama: "http://localhost:11434/v1",
    lmstudio: "http://localhost:1234/v1",
    llamacpp: "http://localhost:8080/v1",
  });
});

async function askWith(choice: ModelChoice, answer: (request: Request) => Response | Promise<Response>) {
  const baseUrl = await serve(answer);
  const model = await openModel({ ...choice, baseUrl: `${baseUrl}/` }, keys);
  return eventsOf(converse({ question: "What?", reader: demoReader(), model: { ...model, maxRetries: 0 } }));
}

const providers = ["anthropic:claude-opus-4-5", "openai:gpt-5.2", "google:gemini-3-pro", "ollama:llama"];

test.for(
  providers.flatMap((model) =>
    (
      [
        [401, /refuses the key \(401\): No entry\./, /_API_KEY/],
        [404, /does not have .* \(404\): No entry\./, /--model/],
        [413, /too large .* \(413\)/, /new conversation/],
        [429, /limits the rate of requests \(429\)/, /Wait/],
        [500, /failed \(500\)/, /another model/],
        [400, /refuses the request \(400\): No entry\./, /--model/],
      ] as const
    ).map(([status, message, hint]) => ({ model, status, message, hint })),
  ),
)("$model answers $status, which is put into words", async ({ model, status, message, hint }) => {
  const body = { type: "error", error: { type: "x", code: status, status: "x", message: "No entry." } };
  const events = await askWith({ model }, () => Response.json(body, { status }));
  expect(events.at(-1)).toMatchObject({
    type: "error",
    message: expect.stringMatching(message) as string,
    hint: expect.stringMatching(hint) as string,
  });
});

test.for(providers)("%s is asked at the address of --base-url with the tools and the instructions", async (model) => {
  const requests: { url: string; body: string }[] = [];
  await askWith({ model }, async (request) => {
    requests.push({ url: new URL(request.url).pathname, body: await request.text() });
    return new Response("no", { status: 500 });
  });
  expect(requests).toHaveLength(1);
  for (const word of ["What?", '"read"', '"find"', '"list"', "[report.pdf p. 3]"]) {
    expect(requests[0]?.body).toContain(word);
  }
});

test("what a server says in place of an answer is quoted, shortened, on one line", async () => {
  const events = await askWith({ model: "ollama:llama" }, () => new Response(`<html>\n${"x".repeat(9000)}`));
  const [, error] = events;
  expect(error?.type).toBe("error");
  expect(JSON.stringify(error).length).toBeLessThan(700);
});

test("a key for a server of one's own is sent to it", async () => {
  let authorization: string | null = "";
  const baseUrl = await serve((request) => {
    authorization = request.headers.get("authorization");
    return new Response("no", { status: 500 });
  });
  const model = await openModel({ model: "compatible:mine", baseUrl }, { COMPATIBLE_API_KEY: "secret" });
  const events = await eventsOf(converse({ question: "What?", reader: demoReader(), model }));
  expect(authorization).toBe("Bearer secret");
  expect(JSON.stringify(events)).not.toContain("secret");
});

test("a model of Chat Completions that is no script is driven the same way", async () => {
  const bodies: SentBody[] = [];
  const events = await askWith({ model: "lmstudio:vision", images: true }, async (request) => {
    bodies.push((await request.json()) as SentBody);
    const call = { index: 0, id: "c", function: { name: "read", arguments: '{"file_path":"notes.md"}' } };
    return bodies.length === 1
      ? chatStream({ tool_calls: [call] }, "tool_calls")
      : chatStream({ content: "Pool of 5 [notes.md:5]." }, "stop");
  });
  expect(events.find(({ type }) => type === "citation")).toMatchObject({ citation: { verdict: "read" } });
});

const anthropicStart = `event: message_start
data: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"c","content":[],"usage":{"input_tokens":1,"output_tokens":1}}}

`;

test.for([
  [
    "anthropic:claude-opus-4-5",
    `${anthropicStart}event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n`,
  ],
  ["ollama:llama", `data: {"error":{"message":"Overloaded","type":"server_error"}}\n\n`],
])("%s fails in the middle of a stream, and its message is quoted", async ([model = "", events = ""]) => {
  const told = await askWith({ model }, () => eventStream(events));
  expect(told.at(-1)).toMatchObject({ type: "error", message: `${model} gave no answer: Overloaded` });
});
