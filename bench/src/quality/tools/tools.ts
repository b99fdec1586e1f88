import { hasProgram } from "../../speed/measure.ts";
import { liteparseTool } from "./liteparse-tool.ts";
import { mupdfTool } from "./mupdf-tool.ts";
import { popplerTools } from "./poppler-tools.ts";
import { officeTools } from "./office-tools.ts";
import { readerTools } from "./reader-tool.ts";
import type { Tool, ToolInput, ToolText } from "./tool.ts";
import { unpdfTool } from "./unpdf-tool.ts";

/** Every installed tool for PDFs, this project first. */
export function installedTools(): readonly Tool[] {
  return [...readerTools, mupdfTool, ...popplerTools, liteparseTool, unpdfTool].filter(isInstalled);
}

/** Every installed tool for office files, this project first. */
export function installedOfficeTools(): readonly Tool[] {
  return officeTools.filter(isInstalled);
}

function isInstalled({ program }: Tool): boolean {
  return program === undefined || hasProgram(program);
}

const texts = new Map<string, Promise<ToolText>>();

/**
 * Returns the text that a tool makes of a document, which is kept for the other tables. A document that it cannot read
 * gives empty text and a message.
 */
export function textFrom(tool: Tool, input: ToolInput): Promise<ToolText> {
  const key = `${tool.name} ${input.path}`;
  const text = texts.get(key) ?? readText(tool, input);
  texts.set(key, text);
  return text;
}

async function readText(tool: Tool, { path, password }: ToolInput): Promise<ToolText> {
  try {
    return await tool.read(password === undefined ? { path } : { path, password });
  } catch (error) {
    process.stderr.write(`${tool.name} cannot read ${path}: ${String(error).split("\n")[0] ?? ""}\n`);
    return { pages: "", before: "" };
  }
}
