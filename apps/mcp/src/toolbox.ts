import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { createReader, type Reader } from "@reader/core";
import { scanRecogniser } from "@reader/isolate";
import { createFindTool, createListTool, createReadTool, type AgentTool } from "@reader/tool";
import { mcpTool } from "@reader/tool/mcp";
import { createGate, TooManyCalls } from "./call-gate.ts";
import { callTool, type ToolCall } from "./call-tool.ts";
import { capabilitiesOf } from "./capabilities.ts";
import { serverHandlers } from "./handlers.ts";
import { createLinkedFiles, type LinkedFiles } from "./linked-files.ts";
import type { ModelName } from "./model-names.ts";
import type { Others } from "./others.ts";

/** A tool as the protocol has it. */
export interface ServedTool {
  /** What clients are told of it. */
  readonly description: Tool;
  call(call: ToolCall): Promise<CallToolResult>;
}

/** Everything that reads. */
export interface Toolbox {
  /** By name, in the order in which clients list them. */
  readonly tools: ReadonlyMap<string, ServedTool>;
  /** The bytes of a file that an answer of a tool links to. */
  readonly fetchLinked: LinkedFiles["read"];
  /** Ends what reading started. */
  close(): Promise<void>;
}

/** Enough for every core of a large machine, few enough that none waits long for a process once it has started. */
const maxCallsAtOnce = 16;

/** Neither transport limits how many calls a client makes at once; each that waits holds its arguments in memory. */
const maxWaitingCalls = 1000;

/** How the tools are set up. */
export interface ToolboxOptions {
  /** Folders that may be read from; absolute. */
  readonly roots: readonly string[];
  readonly model: ModelName;
  /** What the user has set up. */
  readonly others?: Others;
  /** The languages of scans; English where not given. */
  readonly languages?: readonly string[];
}

/** Makes the tools over a reader of its own, with every handler of this program. */
export function createToolbox({ roots, model, others, languages = ["eng"] }: ToolboxOptions): Toolbox {
  const served = serverHandlers(others);
  const recognise = scanRecogniser(languages, import.meta.url);
  const capabilities = capabilitiesOf(model);
  const reader = createReader({
    handlers: served.handlers,
    roots,
    capabilities,
    budget: others?.limits ?? {},
    recognise,
  });
  const toolbox = toolboxOf(reader);
  return {
    ...toolbox,
    async close() {
      await toolbox.close();
      await served.close();
      await recognise?.close();
    },
  };
}

/** The tools of a reader. */
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

/** What a model gets for a call that was refused. */
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
