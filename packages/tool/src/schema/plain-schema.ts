import type { ObjectSchema, StrictSchema } from "./json-schema.ts";

/** A schema in the type that client packages expect: a mutable plain object. */
export interface PlainSchema {
  readonly [keyword: string]: unknown;
  readonly type: "object";
  readonly properties: Record<string, PlainField>;
  readonly required: string[];
  readonly additionalProperties: false;
}

/** One field of it. */
export interface PlainField {
  type: string | string[];
  description: string;
  enum?: (string | null)[];
}

/** A copy of a schema. */
export function plainSchema({ properties, required }: ObjectSchema | StrictSchema): PlainSchema {
  return {
    type: "object",
    properties: structuredClone(properties) as Record<string, PlainField>,
    required: [...required],
    additionalProperties: false,
  };
}

/** A schema for a program that checks input by it before the tool sees it: fields of other names pass. */
export interface OpenParameters {
  type: "object";
  properties: PlainSchema["properties"];
  required: string[];
  additionalProperties: true;
}

/** A copy of a schema that lets fields of other names pass. */
export function openParameters(schema: ObjectSchema): OpenParameters {
  const { type, properties, required } = plainSchema(schema);
  return { type, properties, required, additionalProperties: true };
}
