import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import type { Capabilities, Reader } from "@reader/core";
import type { AgentTool } from "@reader/tool";
import { mcpTool } from "@reader/tool/mcp";
import { linkFor } from "./link-missing.ts";
import type { LinkedFiles } from "./linked-files.ts";
import { limitResult } from "./limit-result.ts";
import { progressTo } from "./progress.ts";

/** A tool and what it is called with. */
export interface ToolSetup {
  readonly tool: AgentTool;
  readonly capabilities: Capabilities;
  /** What the tool reads with. */
  readonly reader: Pick<Reader, "locate">;
  /** Is told of each file that an answer links to. */
  readonly linkedFiles: LinkedFiles;
}

/** One call of a client. */
export interface ToolCall {
  readonly input: Readonly<Record<string, unknown>>;
  readonly context: ServerContext;
}

/** Runs a tool for a client: tells how far it has come, stops when told to, and answers within the limits. */
export async function callTool(setup: ToolSetup, { input, context }: ToolCall): Promise<CallToolResult> {
  const { tool, capabilities, reader, linkedFiles } = setup;
  const onProgress = progressTo(context);
  let media = 0;
  const told: AgentTool = {
    ...tool,
    async execute(given, options = {}) {
      const answer = await tool.execute(given, { ...options, onProgress });
      media = answer.media.length;
      return answer;
    },
  };
  const result = await mcpTool(told, { capabilities }).callback(input, context);
  const link = await linkFor(result, { media, reader });
  if (link === undefined) return limitResult(result);
  linkedFiles.add(link);
  return limitResult({ ...result, content: [...result.content, link] });
}
