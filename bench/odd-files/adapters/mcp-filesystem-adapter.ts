import type { Adapter } from "../adapter.ts";
import { mcpAdapter } from "./mcp-adapter.ts";

/** The reference server of the Model Context Protocol for files, and its `read_text_file`. */
export function createAdapter(): Adapter {
  return mcpAdapter({
    name: "MCP filesystem",
    command: "mcp-server-filesystem",
    args: ["{workspace}"],
    tool: "read_text_file",
    argument: "path",
  });
}
