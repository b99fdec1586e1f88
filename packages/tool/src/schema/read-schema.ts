import type { ObjectSchema } from "./json-schema.ts";

/** What a model sends to read; each field is one of core's `ReadRequest`, which takes many other spellings besides. */
export const readSchema: ObjectSchema = {
  type: "object",
  properties: {
    path: { type: "string", description: "The file or folder, relative to the workspace or absolute." },
    offset: { type: "integer", description: "First line, from 1. Negative counts from the end: -200 is the last 200." },
    limit: { type: "integer", description: "How many lines at most." },
    lines: { type: "string", description: 'Several ranges of lines, in place of offset and limit: "5-16,960-973".' },
    pages: {
      type: "string",
      description: 'Pages, slides, sheets or cells of a document: "3", "1-5,9", "-2" (last two).',
    },
    select: {
      type: "string",
      description: 'A part by name: "Sheet2!A1:D20", "Class.method" in code, or "docs/a.md" in an archive.',
    },
    find: { type: "string", description: "Only lines with this text; /…/ or /…/i for a regular expression." },
    context: { type: "integer", description: "Lines around each match of find; 2 where not given." },
    column: { type: "integer", description: "First character of the first line, to go on inside a long line." },
    view: {
      type: "string",
      enum: ["auto", "text", "image", "native", "outline"],
      description: "How a document is wanted; auto where not given. outline: what the file holds, by name and place.",
    },
    encoding: { type: "string", description: "The encoding of a text, where a note says that it was guessed wrong." },
    password: { type: "string", description: "The password of an encrypted document." },
  },
  required: ["path"],
  additionalProperties: false,
};
