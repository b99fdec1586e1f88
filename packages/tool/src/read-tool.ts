import type { Reader } from "@reader/core";
import { ownCapabilities, readOptions, type AgentTool, type ToolOptions } from "./agent-tool.ts";
import { brokenArguments, readInput } from "./answer/read-input.ts";
import { readAnswer } from "./answer/read-answer.ts";
import { describeRead } from "./describe/read-description.ts";
import { readSchema } from "./schema/read-schema.ts";

/** A tool that reads any file through a reader. */
export function createReadTool(reader: Reader, options: ToolOptions = {}): AgentTool {
  const { name = "read", gutter = "compact" } = options;
  return {
    name,
    title: "Read a file",
    description: describeRead(reader),
    inputSchema: readSchema,
    ...ownCapabilities(reader, options.capabilities),
    async execute(given, call = {}) {
      const input = readInput(given);
      if (input === undefined) return readAnswer(brokenArguments, { toolName: name, gutter });
      const outcome = await reader.read(input, readOptions(options, call));
      return readAnswer(outcome, { toolName: name, gutter });
    },
  };
}
