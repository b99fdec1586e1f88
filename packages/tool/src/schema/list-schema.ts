import type { ObjectSchema } from "./json-schema.ts";

/** What a model sends to list a folder. */
export const listSchema: ObjectSchema = {
  type: "object",
  properties: {
    path: { type: "string", description: "The folder; the workspace itself where not given." },
    offset: { type: "integer", description: "First entry, from 1." },
    limit: { type: "integer", description: "How many entries at most." },
  },
  required: [],
  additionalProperties: false,
};
