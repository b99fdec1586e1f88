import { basename } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type ResourceLink,
  ResourceNotFoundError,
  type ServerContext,
  type Tool,
} from "@modelcontextprotocol/server";
import {
  type BytesResult,
  type Capabilities,
  capabilityProfiles,
  createReader,
  type Reader,
  type ReadErrorCode,
  type ReadErrorData,
  type ReadProgress,
  type StopSignal,
} from "@reader/core";
import { anyModel } from "@reader/core/internal";
import { isolatedHandlers } from "@reader/handlers";
import { scanRecogniser } from "@reader/isolate";
import { type AgentTool, createFindTool, createListTool, createReadTool, type FindProgress } from "@reader/tool";
import { mcpTool } from "@reader/tool/mcp";
import { readableSize, renderError } from "@reader/core/render";
import type { ModelName } from "../arguments/parse-arguments.ts";
import { clientFolders } from "./client-roots.ts";
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
  /** Returns the tools for a client with these roots, as URIs. Absent if the roots of a client do not count. */
  readonly forRoots?: (uris: readonly string[]) => Toolbox;
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
  /** True if a person named the folders. Otherwise those of a client replace them. */
  readonly areRootsNamed: boolean;
  readonly model: ModelName;
  /** True if the roots of a client do not count. */
  readonly ignoresClientRoots?: boolean;
  /** The user's handlers, their order and limits. */
  readonly setup?: UserSetup;
  /** The languages of scans. Default: English. */
  readonly languages?: readonly string[];
}

/** Creates the tools with a new reader that has every handler of this program. */
export function createToolbox(options: ToolboxOptions): Toolbox {
  const { roots, model, setup, languages = ["eng"] } = options;
  const budget = setup?.limits ?? {};
  const isolation = isolatedHandlers({ budget, resolveFrom: import.meta.url });
  const recognise = scanRecogniser(languages, import.meta.url);
  const capabilities = capabilitiesOf(model);
  // The user's handlers come first, unless the configuration gives an order.
  const handlers = setup === undefined ? isolation.handlers : setup.inOrder(isolation.handlers);
  const shared = { handlers, capabilities, budget, recognise };
  const toolbox = toolboxOf(createReader({ ...shared, roots }));
  const forRoots = (uris: readonly string[]): Toolbox => {
    const found = clientFolders({ folders: roots, areNamed: options.areRootsNamed }, uris);
    if (found === undefined) return toolbox;
    if ("error" in found) return refusingToolbox(toolbox, found.error);
    const { folders, ...policy } = found;
    return toolboxOf(createReader({ ...shared, roots: folders, ...policy }));
  };
  return {
    ...toolbox,
    ...(options.ignoresClientRoots === true ? {} : { forRoots }),
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

/** Returns the same tools for a client that no folder is served to. Every call is this error. */
function refusingToolbox({ tools }: Toolbox, error: ReadErrorData): Toolbox {
  const text = renderError(error);
  const { code, message, hint } = error;
  const _meta = { "reader/facts": { error: { code, message, hint } } };
  const call: ServedTool["call"] = () => Promise.resolve({ isError: true, content: [{ type: "text", text }], _meta });
  return {
    tools: new Map([...tools].map(([name, { description }]) => [name, { description, call }])),
    fetchLinked: () => Promise.reject(new ProtocolError(ProtocolErrorCode.InvalidParams, `${message} ${hint}`)),
    close: () => Promise.resolve(),
  };
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

/** A tool and what its calls need. */
interface ToolSetup {
  readonly tool: AgentTool;
  readonly capabilities: Capabilities;
  /** The reader of the tool. */
  readonly reader: Pick<Reader, "locate">;
  /** Receives each file that an answer links to. */
  readonly linkedFiles: LinkedFiles;
}

/** One call by a client. */
interface ToolCall {
  readonly input: Readonly<Record<string, unknown>>;
  readonly context: ServerContext;
}

/** Runs a tool for a client: reports progress, stops on cancellation, and limits the size of the result. */
async function callTool(setup: ToolSetup, { input, context }: ToolCall): Promise<CallToolResult> {
  const { tool, capabilities, reader, linkedFiles } = setup;
  const onProgress = progressTo(context);
  let media = 0;
  const watched: AgentTool = {
    ...tool,
    async execute(given, options = {}) {
      const answer = await tool.execute(given, { ...options, onProgress });
      media = answer.media.length;
      return answer;
    },
  };
  const result = await mcpTool(watched, { capabilities }).callback(input, context);
  const link = await linkFor(result, { media, reader });
  if (link === undefined) return limitResult(result);
  linkedFiles.add(link);
  return limitResult({ ...result, content: [...result.content, link] });
}

/** Returns a function that sends progress notifications, or `undefined` if the client did not ask for them. */
function progressTo(context: ServerContext): ((progress: ReadProgress | FindProgress) => void) | undefined {
  const { mcpReq } = context;
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = -1;
  return (update) => {
    const { progress, total, message } = stepOf(update);
    // The protocol requires that `progress` increases.
    if (progress <= last || mcpReq.signal.aborted) return;
    last = progress;
    const params = { progressToken, progress, message, ...(total === undefined ? {} : { total }) };
    // A failed notification is ignored: if the client is gone, its signal ends the call.
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}

interface ProgressStep {
  readonly progress: number;
  readonly total?: number;
  readonly message: string;
}

function stepOf(update: ReadProgress | FindProgress): ProgressStep {
  if ("searchedFiles" in update) return findStep(update);
  return "page" in update ? pageStep(update) : byteStep(update);
}

function findStep({ searchedFiles, matches, latest }: FindProgress): ProgressStep {
  const words = `${matches} ${matches === 1 ? "match" : "matches"} in ${searchedFiles} files`;
  return { progress: searchedFiles, message: latest === undefined ? words : `${latest} (${words})` };
}

function byteStep({ doneBytes, totalBytes }: Extract<ReadProgress, { readonly doneBytes: number }>): ProgressStep {
  const message = `${readableSize(doneBytes)} of ${readableSize(totalBytes)}`;
  return { progress: doneBytes, total: totalBytes, message };
}

function pageStep({ page, totalPages }: Extract<ReadProgress, { readonly page: number }>): ProgressStep {
  if (totalPages === undefined) return { progress: page, message: `text of page ${page} recognised` };
  return { progress: page, total: totalPages, message: `text of page ${page} of ${totalPages} recognised` };
}

/** Errors for files that exist and may be read, so that the client itself can still use them. */
const unreadable: ReadonlySet<string> = new Set(["binary", "unsupported-type", "too-large"]);

/** What `linkFor` needs besides the result. */
interface LinkContext {
  /** The number of images and documents of the answer, including those that were left out of the result. */
  readonly media: number;
  readonly reader: Pick<Reader, "locate">;
}

/** Returns a link to the file if the result leaves something out, for clients that can fetch or open it. */
export async function linkFor(result: CallToolResult, context: LinkContext): Promise<ResourceLink | undefined> {
  const facts = result._meta?.["reader/facts"];
  if (!isObject(facts) || typeof facts["path"] !== "string") return undefined;
  const error = facts["error"];
  const sent = result.content.filter(({ type }) => type !== "text").length;
  const isMissing = isObject(error) ? unreadable.has(String(error["code"])) : sent < context.media;
  if (!isMissing) return undefined;
  const file = await context.reader.locate(facts["path"]);
  const mediaType = facts["mediaType"];
  return file.ok
    ? {
        type: "resource_link",
        uri: pathToFileURL(file.realPath).href,
        name: basename(file.realPath),
        ...(typeof mediaType === "string" ? { mimeType: mediaType } : {}),
        size: file.size,
      }
    : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** Maximum size of a result as JSON, in bytes. A message over 10 MB ends a stdio connection (`maxBufferSize`). */
export const maxResultBytes = 8_000_000;

/** Replaces a result that is too large by an error. The tools stay below the limit; handlers and names may not. */
export function limitResult(result: CallToolResult): CallToolResult {
  if (Buffer.byteLength(JSON.stringify(result)) <= maxResultBytes) return result;
  const text = "The answer is larger than the 8 MB that a message may have. Ask for less at a time.";
  return { content: [{ type: "text", text }], isError: true };
}

/** Files that answers link to, for clients that fetch them with `resources/read`. */
interface LinkedFiles {
  /** Allows a client to fetch the linked file. */
  add(link: ResourceLink): void;
  /**
   * Returns the bytes of a linked file. Rejects with a `ProtocolError` if no answer had that link, or if the reader no
   * longer reads the file.
   */
  read(uri: string, signal?: StopSignal): Promise<ReadResourceResult>;
}

/** Maximum number of links. Beyond it, the oldest are dropped. */
const maxLinks = 1000;

/** Maximum size of a file, in bytes. In base64 it takes 7.2 MB of the 8 MB that a message may have. */
const maxFileBytes = 5_400_000;

/**
 * Creates an empty collection. Only the exact URI of a link in an answer can be fetched, and only through the reader, so
 * that the limits of a read apply: its folders, its policy, its checks while opening a file, and its deadline.
 */
export function createLinkedFiles(reader: Pick<Reader, "bytes">): LinkedFiles {
  const links = new Map<string, ResourceLink>();
  return {
    add(link) {
      links.delete(link.uri);
      links.set(link.uri, link);
      for (const [oldest] of links) if (links.size > maxLinks) links.delete(oldest);
    },
    async read(uri, signal) {
      const link = links.get(uri);
      if (link === undefined) throw notLinked(uri);
      const { bytes } = await readLinked(reader, link, signal);
      const { mimeType = "application/octet-stream" } = link;
      const blob = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
      return { contents: [{ uri, mimeType, blob }] };
    },
  };
}

async function readLinked(
  reader: Pick<Reader, "bytes">,
  { uri, name }: ResourceLink,
  signal: StopSignal | undefined,
): Promise<BytesResult> {
  const path = fileURLToPath(uri);
  const options = { maxBytes: maxFileBytes, ...(signal === undefined ? {} : { signal }) };
  const outcome = await reader.bytes(path, options);
  if (!outcome.ok) throw failureOf(outcome.error.code, { uri, name });
  // A symbolic link may have replaced the file since the answer.
  if (outcome.realPath !== path) throw notLinked(uri);
  return outcome;
}

/** Errors that are reported as such. Any other is reported as a missing file. */
const failures: { readonly [Code in ReadErrorCode]?: readonly [code: ProtocolErrorCode, words: string] } = {
  "too-large": [ProtocolErrorCode.InvalidParams, "has more than the 5.4 MB that a message can carry."],
  "timed-out": [ProtocolErrorCode.InternalError, "could not be read in time. Ask for it again."],
  "changed-while-reading": [ProtocolErrorCode.InternalError, "keeps changing. Ask for it again later."],
  "out-of-resources": [
    ProtocolErrorCode.InternalError,
    "could not be read, because the machine is short of files, processes or memory. Ask for it again in a moment.",
  ],
  "handler-failed": [ProtocolErrorCode.InternalError, "could not be read from its storage. Ask for it again."],
  aborted: [ProtocolErrorCode.InternalError, "was cancelled by the client."],
};

function failureOf(code: ReadErrorCode, { uri, name }: Pick<ResourceLink, "uri" | "name">): Error {
  const [protocolCode, words] = failures[code] ?? [];
  return protocolCode === undefined ? notLinked(uri) : new ProtocolError(protocolCode, `${name} ${words}`);
}

function notLinked(uri: string): Error {
  return new ResourceNotFoundError(uri.slice(0, 4096), "No answer links to this file.");
}
