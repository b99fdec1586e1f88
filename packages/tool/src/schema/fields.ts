import type { FieldSchema, ObjectSchema } from "./json-schema.ts";

/** A field that holds text. */
export function textField(description: string): FieldSchema {
  return { type: "string", description };
}

/** A field that holds a whole number. */
export function wholeField(description: string): FieldSchema {
  return { type: "integer", description };
}

/** An object of these fields and no others. */
export function objectOf(properties: ObjectSchema["properties"], ...required: readonly string[]): ObjectSchema {
  return { type: "object", properties, required, additionalProperties: false };
}
