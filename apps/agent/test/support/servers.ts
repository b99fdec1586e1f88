import { anyModel } from "@reader/core/internal";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { onTestFinished } from "vitest";
import { type AgentModel, chatModel } from "../../src/models/open-model.ts";
import type { Scenario } from "../../src/scripted/scenario.ts";
import { scriptName, startScriptedServer } from "../../src/scripted/scripted-server.ts";

/** A server of this machine that answers with `answer`, ended when the test is over; gives its address. */
export async function serve(answer: (request: Request) => Response | Promise<Response>): Promise<string> {
  const server = createAdaptorServer({ fetch: answer });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    if ("closeAllConnections" in server) server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A message as it was sent. */
export interface SentMessage {
  readonly role: string;
  readonly content: unknown;
  readonly tool_calls?: readonly { readonly id: string }[];
}

/** A body as it was sent. */
export interface SentBody {
  readonly messages: readonly SentMessage[];
  readonly stream: boolean;
  readonly tools: readonly { readonly function: { readonly name: string } }[];
}

/** What follows a scenario, behind a server that keeps every body on its way there. */
export async function recordedModel(
  scenario: Scenario,
): Promise<{ readonly model: AgentModel; readonly bodies: readonly SentBody[] }> {
  const script = await startScriptedServer({ scenario });
  onTestFinished(() => script.close());
  const bodies: SentBody[] = [];
  const address = await serve(async (request) => {
    const body = await request.text();
    bodies.push(JSON.parse(body) as SentBody);
    return fetch(`${script.baseUrl}/chat/completions`, { method: "POST", body, headers: request.headers });
  });
  return { bodies, model: { ...modelAt(`${address}/v1`), isScripted: true } };
}

/** A model behind a server, as `--model compatible:test --base-url` gives it. */
export function modelAt(baseUrl: string): AgentModel {
  return {
    label: "compatible:test",
    provider: "The server",
    model: chatModel({ provider: "test", baseUrl, modelName: scriptName }),
    capabilities: anyModel,
    isScripted: false,
    questions: [],
    maxRetries: 0,
    advice: { unreachable: "Start it.", refused: "Check the key." },
    close: async () => undefined,
  };
}

/** An answer of Chat Completions as a stream: what is said or called, and why it ends. */
export function chatStream(delta: object, reason: "stop" | "tool_calls" | "content_filter"): Response {
  const chunk = (choice: object): string =>
    `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, ...choice }] })}\n\n`;
  return eventStream(
    `${chunk({ delta, finish_reason: null })}${chunk({ delta: {}, finish_reason: reason })}data: [DONE]\n\n`,
  );
}

/** Calls of tools as a stream of Chat Completions. */
export function callStream(calls: readonly { readonly name: string; readonly input: object }[]): Response {
  const toolCalls = calls.map(({ name, input }, index) => ({
    index,
    id: `call_${index + 1}`,
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  }));
  return chatStream({ tool_calls: toolCalls }, "tool_calls");
}

/** Events as a server sends them. */
export function eventStream(events: string): Response {
  return new Response(events, { headers: { "content-type": "text/event-stream" } });
}
