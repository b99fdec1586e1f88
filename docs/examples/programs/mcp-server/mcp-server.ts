// An MCP server over stdio for the files of a folder: node mcp-server.ts FOLDER
// It has the reader's tools, and one of its own that uses the reader: `recent`, the files that changed last.
import { readdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { anthropic, createReader } from "@reader/core";
import { isolatedHandlers } from "@reader/handlers";
import { createFindTool, createListTool, createReadTool } from "@reader/tool";
import { mcpTool } from "@reader/tool/mcp";
import { z } from "zod";

const folder = process.argv[2] ?? ".";
const { handlers } = isolatedHandlers();
const reader = createReader({ roots: [folder], handlers, capabilities: anthropic });

serveStdio(() => {
  const server = new McpServer({ name: "my-files", version: "1.0.0" });
  for (const tool of [createReadTool(reader), createListTool(reader), createFindTool(reader)]) {
    const { name, config, callback } = mcpTool(tool);
    server.registerTool(name, config, callback);
  }
  const config = {
    description: "Lists the files that changed last, with their types and sizes.",
    inputSchema: z.object({ count: z.number().int().min(1).max(50).default(10) }),
  };
  server.registerTool("recent", config, async ({ count }) => {
    const lines = await Promise.all((await newest(count)).map(describe));
    return { content: [{ type: "text", text: lines.join("\n") || "The folder has no files." }] };
  });
  return server;
});

async function newest(count: number): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const dated = await Promise.all(paths.map(async (path) => ({ path, time: (await stat(path)).mtimeMs })));
  return dated
    .toSorted((one, other) => other.time - one.time)
    .slice(0, count)
    .map(({ path }) => relative(folder, path));
}

/** The reader refuses what its policy denies, such as `.env`, so nothing is said about such files. */
async function describe(path: string): Promise<string> {
  const info = await reader.info(path);
  return info.ok ? `${path}: ${info.mediaType}, ${info.bytes} bytes` : `${path}: ${info.error.message}`;
}
