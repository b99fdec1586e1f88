import { objectOf, textField, wholeField } from "./fields.ts";
import type { ObjectSchema } from "./json-schema.ts";

/** What a model sends to list a folder. */
export const listSchema: ObjectSchema = objectOf({
  path: textField("The folder; the workspace itself where not given."),
  offset: wholeField("First entry, from 1."),
  limit: wholeField("How many entries at most."),
});
