import { type CallToolResult, ProtocolError, ProtocolErrorCode, type Tool } from "@modelcontextprotocol/server";
import { type Capabilities, capabilityProfiles, createReader, type Reader } from "@reader/core";
import { anyModel } from "@reader/core/internal";
import { isolatedHandlers } from "@reader/handlers";
import { scanRecogniser } from "@reader/isolate";
import { type AgentTool, createFindTool, createListTool, createReadTool } from "@reader/tool";
import { mcpTool } from "@reader/tool/mcp";
import type { ModelName } from "../arguments/parse-arguments.ts";
import { callTool, type ToolCall } from "./call-tool.ts";
import { createLinkedFiles, type LinkedFiles } from "./linked-files.ts";
import type { UserSetup } from "./user-setup.ts";

/** A tool in the shape of the protocol. */
export interface ServedTool {
  /** The entry of `tools/list`. */
  readonly description: Tool;
  call(call: ToolCall): Promise<CallToolResult>;
}

/** The tools of the server. */
export interface Toolbox {
  /** By name, in the order of `tools/list`. */
  readonly tools: ReadonlyMap<string, ServedTool>;
  /** Returns the bytes of a file that a tool answer links to. */
  readonly fetchLinked: LinkedFiles["read"];
  /** Ends the processes that reading started. */
  close(): Promise<void>;
}

/** Enough for every core of a large machine, and few enough that a started call gets a process soon. */
const maxCallsAtOnce = 16;

/** Neither transport limits how many calls a client makes at once, and each waiting call keeps its arguments in memory. */
const maxWaitingCalls = 1000;

/** How the tools are set up. */
export interface ToolboxOptions {
  /** Folders that may be read: absolute paths. */
  readonly roots: readonly string[];
  readonly model: ModelName;
  /** The user's handlers, their order and limits. */
  readonly setup?: UserSetup;
  /** The languages of scans. Default: English. */
  readonly languages?: readonly string[];
}

/** Creates the tools with a new reader that has every handler of this program. */
export function createToolbox({ roots, model, setup, languages = ["eng"] }: ToolboxOptions): Toolbox {
  const budget = setup?.limits ?? {};
  const isolation = isolatedHandlers({ budget, resolveFrom: import.meta.url });
  const recognise = scanRecogniser(languages, import.meta.url);
  const capabilities = capabilitiesOf(model);
  const reader = createReader({
    // The user's handlers come first, unless the configuration gives an order.
    handlers: setup === undefined ? isolation.handlers : setup.inOrder(isolation.handlers),
    roots,
    capabilities,
    budget,
    recognise,
  });
  const toolbox = toolboxOf(reader);
  return {
    ...toolbox,
    async close() {
      await toolbox.close();
      await setup?.close();
      await isolation.close();
      await recognise?.close();
    },
  };
}

/** Creates the tools of a reader. */
export function toolboxOf(reader: Reader): Toolbox {
  const { capabilities } = reader;
  const gate = createGate({ maxRunning: maxCallsAtOnce, maxWaiting: maxWaitingCalls });
  const linkedFiles = createLinkedFiles(reader);
  const setup = { capabilities, reader, linkedFiles };
  const tools = [createReadTool(reader), createListTool(reader), createFindTool(reader)].map(
    (tool): [string, ServedTool] => [
      tool.name,
      { description: describe(tool), call: (call) => gate(() => callTool({ tool, ...setup }, call)).catch(busyResult) },
    ],
  );
  const fetchLinked: LinkedFiles["read"] = (uri, signal) => gate(() => linkedFiles.read(uri, signal)).catch(busyError);
  return { tools: new Map(tools), fetchLinked, close: () => reader.close() };
}

/** The result of a call that was refused because the server is busy. */
function busyResult(error: unknown): CallToolResult {
  if (!(error instanceof TooManyCalls)) throw error;
  return { isError: true, content: [{ type: "text", text: `Error (busy): ${error.message}` }] };
}

function busyError(error: unknown): never {
  throw error instanceof TooManyCalls ? new ProtocolError(ProtocolErrorCode.InternalError, error.message) : error;
}

function describe(tool: AgentTool): Tool {
  const { inputSchema, ...config } = mcpTool(tool).config;
  const schema = inputSchema["~standard"].jsonSchema.input();
  return { name: tool.name, ...config, inputSchema: { ...schema, type: "object" } };
}

function capabilitiesOf(name: ModelName): Capabilities {
  return name === "any" ? anyModel : capabilityProfiles[name];
}

/** Runs a task when a slot is free. Rejects with `TooManyCalls` if too many tasks are waiting. */
type Gate = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** How many tasks a gate accepts. */
interface GateLimits {
  readonly maxRunning: number;
  readonly maxWaiting: number;
}

/** A call was refused because too many calls are waiting. */
export class TooManyCalls extends Error {
  constructor(maxWaiting: number) {
    super(
      `The server is busy: ${maxWaiting} calls are already waiting. ` +
        "Wait for their answers, then make this call again.",
    );
  }
}

/**
 * Runs at most `maxRunning` tasks at once; the others wait in order. The time limit of a read starts with the read, so of
 * 200 reads that start together the last would time out while they wait for a process.
 */
export function createGate({ maxRunning, maxWaiting }: GateLimits): Gate {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < maxRunning) running += 1;
    else if (waiting.length >= maxWaiting) throw new TooManyCalls(maxWaiting);
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // The next task takes over this slot.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
