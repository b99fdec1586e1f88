import type { ObjectSchema } from "./json-schema.ts";

/** What a model sends to find a pattern in files. */
export const findSchema: ObjectSchema = {
  type: "object",
  properties: {
    pattern: { type: "string", description: "The text to find; /…/ or /…/i for a regular expression." },
    path: { type: "string", description: "The folder or file to search; the workspace where not given." },
    files: { type: "string", description: 'Only files whose path matches this glob: "*.pdf", "src/**/*.ts".' },
    context: { type: "integer", description: "Lines shown around each match; 0 where not given." },
    limit: { type: "integer", description: "How many matches at most." },
    after: { type: "string", description: "Go on behind this file, or file:line, as an earlier answer says." },
  },
  required: ["pattern"],
  additionalProperties: false,
};
