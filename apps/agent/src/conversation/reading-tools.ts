import type { ReadOutcome, Reader } from "@reader/core";
import { createFindTool, createListTool, createReadTool, type AgentTool, type ToolAnswer } from "@reader/tool";
import { aiSdkTool } from "@reader/tool/ai-sdk";
import type { ToolCallRepairFunction, ToolSet } from "ai";
import { sightingOf, sightingsOfFind, type Sighting } from "../citations/sighting.ts";
import type { AgentModel } from "../models/agent-model.ts";
import type { ResultEvent } from "./events.ts";
import type { ConversationHistory } from "./history.ts";

/** What one call gave. */
export interface CallRecord extends Pick<ResultEvent, "outcome" | "milliseconds"> {
  readonly answer: ToolAnswer;
  readonly sightings: readonly Sighting[];
}

/** The tools of one turn, and what their calls gave, by the id of the call. */
export interface ReadingTools {
  readonly tools: ToolSet;
  readonly records: ReadonlyMap<string, CallRecord>;
  /** Gives calls whose arguments are no JSON to the tool, whose words tell a model more than those of the SDK. */
  readonly repairToolCall: ToolCallRepairFunction<ToolSet>;
}

/** How the tools of a turn are made. */
export interface ReadingToolsOptions {
  readonly reader: Reader;
  readonly model: AgentModel;
  readonly history: ConversationHistory;
}

const makers: Readonly<Record<string, (reader: Reader) => AgentTool>> = {
  list: createListTool,
  find: createFindTool,
  read: createReadTool,
};

/** `list`, `find` and `read` over a reader that is watched, so that what the model was shown is known. */
export function readingTools(options: ReadingToolsOptions): ReadingTools {
  const records = new Map<string, CallRecord>();
  const broken = new Map<string, string>();
  const tools: ToolSet = {};
  for (const [name, make] of Object.entries(makers)) {
    tools[name] = watchedTool({ name, make, records, broken }, options);
  }
  return { tools, records, repairToolCall: keepBroken(broken) };
}

/** Providers refuse a call in the history whose arguments are no object, so it is kept there without any. */
function keepBroken(broken: Map<string, string>): ToolCallRepairFunction<ToolSet> {
  return async ({ toolCall, tools }) => {
    if (!Object.hasOwn(tools, toolCall.toolName)) return null;
    broken.set(toolCall.toolCallId, toolCall.input);
    return { ...toolCall, input: "{}" };
  };
}

interface Watched {
  readonly name: string;
  readonly make: (reader: Reader) => AgentTool;
  readonly records: Map<string, CallRecord>;
  /** Arguments that are no JSON, by the id of their call. */
  readonly broken: ReadonlyMap<string, string>;
}

function watchedTool(
  { name, make, records, broken }: Watched,
  { reader, model, history }: ReadingToolsOptions,
): ToolSet[string] {
  const { capabilities, isScripted } = model;
  // A script cannot remember, and is to find what it expects each time that it is asked.
  const settings = isScripted ? { capabilities } : { capabilities, session: history.session };
  const described = aiSdkTool(make(reader), settings);
  return {
    ...described,
    execute: async (
      input: Readonly<Record<string, unknown>>,
      { toolCallId, abortSignal }: { toolCallId: string; abortSignal?: AbortSignal },
    ) => {
      const watched = watch(reader);
      const began = performance.now();
      const tool = sending(make(watched.reader), broken.get(toolCallId));
      const answer = await aiSdkTool(tool, settings).execute(input, { abortSignal });
      const milliseconds = performance.now() - began;
      const { outcomes } = watched;
      const outcome = name === "find" ? undefined : outcomes.at(-1);
      const sightings =
        outcome === undefined ? sightingsOfFind(outcomes, answer) : [sightingOf(input, outcome, answer)];
      records.set(toolCallId, { answer, milliseconds, sightings, ...(outcome === undefined ? {} : { outcome }) });
      return answer;
    },
  };
}

/** The same tool; it gets `text` in place of its arguments where there is one. */
function sending(tool: AgentTool, text: string | undefined): AgentTool {
  return text === undefined ? tool : { ...tool, execute: (_, options) => tool.execute(text, options) };
}

/** A reader that keeps what it gave. */
function watch(reader: Reader): { readonly reader: Reader; readonly outcomes: readonly ReadOutcome[] } {
  const outcomes: ReadOutcome[] = [];
  return {
    outcomes,
    reader: {
      ...reader,
      async read(request, options) {
        const outcome = await reader.read(request, options);
        outcomes.push(outcome);
        return outcome;
      },
      async list(path) {
        const folder = await reader.list(path);
        if (!folder.ok) outcomes.push(folder);
        return folder;
      },
    },
  };
}
