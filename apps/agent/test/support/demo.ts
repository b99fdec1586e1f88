import { fileURLToPath } from "node:url";
import type { Reader } from "@reader/core";
import { afterAll, onTestFinished } from "vitest";
import { createAgentReader } from "../../src/reading/agent-reader.ts";
import type { AgentEvent } from "../../src/conversation/events.ts";
import type { ScriptedModelOptions } from "../../src/models/open-model.ts";
import { type AgentModel, scriptedModel } from "../../src/models/open-model.ts";

// A script is no model of a name, of which the SDK warns.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** The files of the demo. */
export const demoFolder: string = fileURLToPath(new URL("../../../../fixtures/demo/", import.meta.url));

/** Reads the demo in every test of a file, because each reader starts processes of its own. */
const ofDemo = createAgentReader([demoFolder]);
afterAll(() => ofDemo.close());

/** A reader of a folder with every handler of the program; of the demo where none is given. */
export function demoReader(folder?: string): Reader {
  if (folder === undefined) return ofDemo;
  const reader = createAgentReader([folder]);
  onTestFinished(() => reader.close());
  return reader;
}

/** What follows a script, ended when the test is over. */
export async function demoModel(options?: ScriptedModelOptions): Promise<AgentModel> {
  const model = await scriptedModel(options);
  onTestFinished(() => model.close());
  return model;
}

/** Every event of a conversation. */
export async function eventsOf(events: AsyncIterable<AgentEvent>): Promise<readonly AgentEvent[]> {
  const all: AgentEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** The events of one type. */
export function ofType<Type extends AgentEvent["type"]>(
  events: readonly AgentEvent[],
  type: Type,
): readonly Extract<AgentEvent, { type: Type }>[] {
  return events.filter((event): event is Extract<AgentEvent, { type: Type }> => event.type === type);
}
