import { hasProgram } from "../../speed/measure.ts";
import { liteparseTool } from "./liteparse-tool.ts";
import { mupdfTool } from "./mupdf-tool.ts";
import { popplerTools } from "./poppler-tools.ts";
import { readerTool } from "./reader-tool.ts";
import type { Tool, ToolInput, ToolText } from "./tool.ts";
import { unpdfTool } from "./unpdf-tool.ts";

/** Every tool that is installed, this project first. */
export function installedTools(): readonly Tool[] {
  const all = [readerTool, mupdfTool, ...popplerTools, liteparseTool, unpdfTool];
  return all.filter(({ program }) => program === undefined || hasProgram(program));
}

/** Returns the text that a tool extracts from a document. A document that it cannot read gives empty text and a message. */
export async function textFrom(tool: Tool, { path, password }: ToolInput): Promise<ToolText> {
  try {
    return await tool.read(password === undefined ? { path } : { path, password });
  } catch (error) {
    process.stderr.write(`${tool.name} cannot read ${path}: ${String(error).split("\n")[0] ?? ""}\n`);
    return { pages: "", before: "" };
  }
}
