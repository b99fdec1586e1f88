import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import type { CallToolResult, ResourceLink, ServerContext } from "@modelcontextprotocol/server";
import type { Capabilities, Reader, ReadProgress } from "@reader/core";
import { readableSize } from "@reader/core/render";
import type { AgentTool } from "@reader/tool";
import { mcpTool } from "@reader/tool/mcp";
import type { LinkedFiles } from "./linked-files.ts";

/** A tool and what its calls need. */
export interface ToolSetup {
  readonly tool: AgentTool;
  readonly capabilities: Capabilities;
  /** The reader of the tool. */
  readonly reader: Pick<Reader, "locate">;
  /** Receives each file that an answer links to. */
  readonly linkedFiles: LinkedFiles;
}

/** One call by a client. */
export interface ToolCall {
  readonly input: Readonly<Record<string, unknown>>;
  readonly context: ServerContext;
}

/** Runs a tool for a client: reports progress, stops on cancellation, and limits the size of the result. */
export async function callTool(setup: ToolSetup, { input, context }: ToolCall): Promise<CallToolResult> {
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
function progressTo(context: ServerContext): ((progress: ReadProgress) => void) | undefined {
  const { mcpReq } = context;
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = -1;
  return (update) => {
    const { progress, total, message } = "page" in update ? pageStep(update) : byteStep(update);
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
export interface LinkContext {
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
