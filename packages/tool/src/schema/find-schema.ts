import { objectOf, textField, wholeField } from "./fields.ts";
import type { ObjectSchema } from "./json-schema.ts";

/** What a model sends to find a pattern in files. */
export const findSchema: ObjectSchema = objectOf(
  {
    pattern: textField("The text to find; /…/ or /…/i for a regular expression."),
    path: textField("The folder or file to search; the workspace where not given."),
    files: textField('Only files whose path matches this glob: "*.pdf", "src/**/*.ts".'),
    context: wholeField("Lines shown around each match; 0 where not given."),
    limit: wholeField("How many matches at most."),
    after: textField("Go on behind this file, or file:line, as an earlier answer says."),
  },
  "pattern",
);
