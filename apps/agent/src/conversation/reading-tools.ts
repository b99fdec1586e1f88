import type { ReadOutcome, Reader } from "@reader/core";
import { createFindTool, createListTool, createReadTool, type AgentTool, type ToolAnswer } from "@reader/tool";
import { aiSdkTool } from "@reader/tool/ai-sdk";
import type { ToolCallRepairFunction, ToolSet } from "ai";
import { sightingOf, sightingsOfFind, type Sighting } from "../citations/sighting.ts";
import type { AgentModel } from "../models/agent-model.ts";
import type { ResultEvent } from "./events.ts";
import type { ConversationHistory } from "./history.ts";

/** The result of one call. */
export interface CallRecord extends Pick<ResultEvent, "outcome" | "milliseconds"> {
  readonly answer: ToolAnswer;
  readonly sightings: readonly Sighting[];
}

/** The tools of one turn, and the results of their calls by call id. */
export interface ReadingTools {
  readonly tools: ToolSet;
  readonly records: ReadonlyMap<string, CallRecord>;
  /** Passes calls with invalid JSON to the tool, whose error messages help a model more than those of the SDK. */
  readonly repairToolCall: ToolCallRepairFunction<ToolSet>;
}

/** What the tools of a turn need. */
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

/** Creates `list`, `find` and `read` with a reader that records what the model was shown. */
export function readingTools(options: ReadingToolsOptions): ReadingTools {
  const records = new Map<string, CallRecord>();
  const broken = new Map<string, string>();
  const tools: ToolSet = {};
  for (const [name, make] of Object.entries(makers)) {
    tools[name] = watchedTool({ name, make, records, broken }, options);
  }
  return { tools, records, repairToolCall: keepBroken(broken) };
}

/** Providers reject a history with a call whose arguments are not an object, so the call is kept without arguments. */
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
  /** Arguments that are not valid JSON, by call id. */
  readonly broken: ReadonlyMap<string, string>;
}

function watchedTool(
  { name, make, records, broken }: Watched,
  { reader, model, history }: ReadingToolsOptions,
): ToolSet[string] {
  const { capabilities, isScripted } = model;
  // A script needs the full answer each time, so it gets no session, which could answer "unchanged".
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

/** Returns the tool. If `text` is given, the tool receives it instead of its arguments. */
function sending(tool: AgentTool, text: string | undefined): AgentTool {
  return text === undefined ? tool : { ...tool, execute: (_, options) => tool.execute(text, options) };
}

/** Returns a reader that records its outcomes. */
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
