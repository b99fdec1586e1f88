import type { Reader, RequestRules } from "@reader/core";
import { objectOf, textField, wholeField } from "./fields.ts";
import type { ObjectSchema } from "./json-schema.ts";

/** What a model sends to read; each field is one of core's `ReadRequest`, which takes many other spellings besides. */
export function readSchema({ rules }: Pick<Reader, "rules">): ObjectSchema {
  const tail = hasTail(rules) ? " Negative counts from the end: -200 is the last 200." : "";
  const most = rules.maxPagesUnasked;
  const needed = most < Infinity ? ` Needed above ${most}.` : "";
  return objectOf(
    {
      path: textField("The file or folder, relative to the workspace or absolute."),
      offset: wholeField(`First line, from 1.${tail}`),
      limit: wholeField("How many lines at most."),
      lines: textField('Several ranges of lines, in place of offset and limit: "5-16,960-973".'),
      pages: textField(`Pages, slides, sheets or cells of a document: "3", "1-5,9", "-2" (last two).${needed}`),
      select: textField(
        'A part: "Sheet2!A1:D20", "Class.method", "docs/a.md" in archives, "x,y,w,h" in pixels of images.',
      ),
      find: textField("Only lines with this text; /…/ or /…/i for a regular expression."),
      context: wholeField("Lines around each match of find; 2 where not given."),
      column: wholeField("First character of the first line, to go on inside a long line."),
      view: {
        type: "string",
        enum: ["auto", "text", "image", "native", "outline"],
        description: "How a document is wanted. outline: what the file holds, by name and place.",
      },
      encoding: textField("The encoding of a text that was guessed wrong."),
      password: textField("The password of an encrypted document."),
    },
    "path",
  );
}

/** Whether a reader takes the last lines as an `offset` below 0. */
export function hasTail({ negativeOffset }: RequestRules): boolean {
  return negativeOffset === "from-end";
}
