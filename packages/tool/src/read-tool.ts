import type { Reader } from "@reader/core";
import { readOptions, traitsOf, type AgentTool, type ToolOptions } from "./agent-tool.ts";
import { brokenArguments, readInput } from "./answer/read-input.ts";
import { readAnswer } from "./answer/read-answer.ts";
import { describeRead } from "./describe/read-description.ts";
import { readSchema } from "./schema/read-schema.ts";

/** How a read tool is set up. */
export interface ReadToolOptions extends ToolOptions {
  /** `file` puts a line before the content that says which file it is of and which lines; `none` where not given. */
  readonly header?: "none" | "file";
}

/** A tool that reads any file through a reader. */
export function createReadTool(reader: Reader, options: ReadToolOptions = {}): AgentTool {
  const { name = "read", gutter = "compact", header = "none" } = options;
  const look = { toolName: name, gutter, header };
  return {
    name,
    title: "Read a file",
    description: describeRead(reader),
    inputSchema: readSchema,
    ...traitsOf(reader, options),
    maxContentBytes: reader.budget.maxBytes,
    async execute(given, call = {}) {
      const input = readInput(given);
      if (input === undefined) return readAnswer(brokenArguments, look);
      return readAnswer(await reader.read(input, readOptions(options, call)), look);
    },
  };
}
