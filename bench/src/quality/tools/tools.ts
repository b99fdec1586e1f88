import { createWorkProcess } from "../../work-process.ts";
import { hasProgram } from "../../speed/measure.ts";
import { pdfTools } from "./all-tools.ts";
import { officeTools } from "./office-tools.ts";
import type { Tool, ToolInput, ToolText } from "./tool.ts";
import type { ToolAnswer, ToolTask } from "./tool-worker.ts";

/** Every installed tool for PDFs, this project first. */
export function installedTools(): readonly Tool[] {
  return pdfTools.filter(isInstalled);
}

/** Every installed tool for office files, this project first. */
export function installedOfficeTools(): readonly Tool[] {
  return officeTools.filter(isInstalled);
}

function isInstalled({ program }: Tool): boolean {
  return program === undefined || hasProgram(program);
}

/** Maximum time of a tool for one document; longer than that of a program, which must end before its parent is killed. */
const toolLimitMs = 120_000;
const worker = createWorkProcess<ToolTask, ToolAnswer>({
  module: new URL("tool-worker.ts", import.meta.url),
  limitMs: toolLimitMs,
});

/** Ends the process in which tools read. */
export function endTools(): void {
  worker.end();
}

const texts = new Map<string, Promise<ToolText>>();

/**
 * Returns the text that a tool makes of a document, which is kept for the other tables. A document that it cannot read in
 * time gives empty text and a message.
 */
export function textFrom(tool: Tool, input: ToolInput): Promise<ToolText> {
  const key = `${tool.name} ${input.path}`;
  const text = texts.get(key) ?? readText(tool, input);
  texts.set(key, text);
  return text;
}

async function readText(tool: Tool, { path, password }: ToolInput): Promise<ToolText> {
  const input = password === undefined ? { path } : { path, password };
  const answer = await worker.run({ tool: tool.name, input }).catch((error: unknown) => ({ error: String(error) }));
  if ("text" in answer) return answer.text;
  process.stderr.write(`${tool.name} cannot read ${path}: ${answer.error.split("\n")[0] ?? ""}\n`);
  return { pages: "", before: "" };
}
