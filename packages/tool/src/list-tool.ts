import type { Reader } from "@reader/core";
import { type AgentTool, readOptions, toolOf, type ToolOptions } from "./answer/agent-tool.ts";
import { readAnswer } from "./answer/read-answer.ts";
import { inputFields } from "./schema/input-fields.ts";
import { objectOf, type ObjectSchema, textField, wholeField } from "./schema/json-schema.ts";

/** Creates a tool that lists a folder: names, sizes and the targets of links. */
export function createListTool(reader: Reader, options: ToolOptions = {}): AgentTool {
  const { name = "list", gutter = "compact" } = options;
  const look = { toolName: name, gutter };
  return toolOf(reader, options, {
    look,
    title: "List a folder",
    description: [
      "Lists a folder, one numbered entry a line: folders first, with a slash at the end; then files with their sizes.",
      `One answer has at most ${reader.budget.maxLines} entries; where there are more, its end gives the next call. It does not look into folders: list those, or use find to search.`,
    ].join("\n"),
    inputSchema: listSchema,
    maxContentBytes: reader.budget.maxBytes,
    async run(input, call) {
      const fields = inputFields(input, folderFields);
      const path = typeof fields["path"] === "string" ? fields["path"] : ".";
      const folder = await reader.list(path);
      if (!folder.ok) return readAnswer(folder, look);
      const { offset, limit } = fields;
      const outcome = await reader.read({ path, offset, limit }, readOptions(options, call));
      return readAnswer(outcome, look);
    },
  });
}

/** The fields of a list, with the names that models use for them. */
// cspell:disable
const folderFields = {
  path: "path dir directory folder target targetdirectory directorypath dirpath filepath root",
  offset: "offset start from",
  limit: "limit max count",
} as const;
// cspell:enable

/** The input of the list tool. */
const listSchema: ObjectSchema = objectOf({
  path: textField("The folder; by default the workspace."),
  offset: wholeField("First entry, from 1."),
  limit: wholeField("How many entries at most."),
});
