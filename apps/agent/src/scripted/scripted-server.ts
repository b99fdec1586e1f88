import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { createAdaptorServer } from "@hono/node-server";
import { Hono, type Context } from "hono";
import { streamSSE } from "hono/streaming";
import { chatRequest, type ChatRequest } from "./chat-request.ts";
import { completion, completionChunks, type ResponseFacts } from "./chat-response.ts";
import { replay, ScenarioMismatch, type ScriptedReply } from "./replay.ts";
import type { Scenario } from "./scenario.ts";

/** What the server calls what it answers as. It is a script, and no model. */
export const scriptName = "script";

/** How the server is set up. */
export interface ScriptedServerOptions {
  readonly scenario: Scenario;
  /** Milliseconds between two pieces of an answer, so that a person can see them come; 0 where not given. */
  readonly pauseMs?: number;
}

/** A server that follows a scenario. */
export interface ScriptedServer {
  /** For the `baseURL` of a client. */
  readonly baseUrl: string;
  /** Ends it, and what is under way. */
  close(): Promise<void>;
}

/**
 * Starts a server on a free port of this machine that speaks Chat Completions and follows a scenario. A request that
 * the scenario was not written for is answered with 400 and the reason.
 */
export async function startScriptedServer(options: ScriptedServerOptions): Promise<ScriptedServer> {
  const server = createAdaptorServer({ fetch: scriptedApp(options).fetch });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    async close() {
      const closed = once(server, "close");
      server.close();
      if ("closeAllConnections" in server) server.closeAllConnections();
      await closed;
    },
  };
}

function scriptedApp({ scenario, pauseMs = 0 }: ScriptedServerOptions): Hono {
  const app = new Hono();
  let count = 0;
  app.get("/v1/models", (context) => context.json({ object: "list", data: [{ id: scriptName, object: "model" }] }));
  app.post("/v1/chat/completions", async (context) => {
    const request = chatRequest(await context.req.json().catch(() => undefined));
    if (request === undefined) return refuse(context, "The body is no request of Chat Completions.");
    try {
      const reply = replay(scenario, request);
      const facts = { id: `script-${(count += 1)}`, model: scriptName, created: Math.floor(Date.now() / 1000) };
      if (!request.isStream) return context.json(completion(reply, request, facts));
      return streamReply(context, { reply, request, facts, pauseMs });
    } catch (error) {
      if (error instanceof ScenarioMismatch) return refuse(context, error.message);
      throw error;
    }
  });
  return app;
}

function refuse(context: Context, message: string): Response {
  return context.json({ error: { message, type: "scenario_mismatch", param: null, code: null } }, 400);
}

interface Streamed {
  readonly reply: ScriptedReply;
  readonly request: ChatRequest;
  readonly facts: ResponseFacts;
  readonly pauseMs: number;
}

function streamReply(context: Context, { reply, request, facts, pauseMs }: Streamed): Response {
  return streamSSE(context, async (stream) => {
    for (const chunk of completionChunks(reply, request, facts)) {
      if (stream.aborted) return;
      await stream.writeSSE({ data: JSON.stringify(chunk) });
      if (pauseMs > 0) await pause(pauseMs);
    }
    await stream.writeSSE({ data: "[DONE]" });
  });
}
