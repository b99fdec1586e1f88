import type { ObjectSchema, StrictSchema } from "./json-schema.ts";

/** A schema in the type that client packages expect: a mutable plain object. */
export interface PlainSchema {
  readonly [keyword: string]: unknown;
  readonly type: "object";
  readonly properties: Record<string, PlainField>;
  readonly required: string[];
  readonly additionalProperties: false;
}

/** A field of a plain schema. */
export interface PlainField {
  type: string | string[];
  description: string;
  enum?: (string | null)[];
}

/** Copies a schema. */
export function plainSchema({ properties, required }: ObjectSchema | StrictSchema): PlainSchema {
  return {
    type: "object",
    properties: structuredClone(properties) as Record<string, PlainField>,
    required: [...required],
    additionalProperties: false,
  };
}

/** A schema for programs that validate input before the tool sees it. Allows unknown fields. */
export interface OpenParameters {
  type: "object";
  properties: PlainSchema["properties"];
  required: string[];
  additionalProperties: true;
}

/** Copies a schema and allows unknown fields. */
export function openParameters(schema: ObjectSchema): OpenParameters {
  const { type, properties, required } = plainSchema(schema);
  return { type, properties, required, additionalProperties: true };
}
