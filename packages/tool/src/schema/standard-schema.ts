import type { ObjectSchema } from "./json-schema.ts";

/**
 * A Standard Schema (standardschema.dev) with its JSON Schema part, which AI SDK, Mastra and MCP servers accept without
 * a schema library. It accepts everything: the tool itself reports errors in words that a model can act on, and accepts
 * other spellings.
 */
export interface LenientSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "reader";
    readonly validate: (value: unknown) => { readonly value: LooseInput };
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>;
      readonly output: () => Record<string, unknown>;
    };
    readonly types?: { readonly input: LooseInput; readonly output: LooseInput };
  };
}

/** Unchecked input of a model. */
export interface LooseInput {
  readonly [field: string]: unknown;
}

/** Creates the lenient schema of a tool's input. */
export function lenientSchema(schema: ObjectSchema): LenientSchema {
  const jsonSchema = (): Record<string, unknown> => ({ ...schema });
  return {
    "~standard": {
      version: 1,
      vendor: "reader",
      validate: (value) => ({ value: value as LooseInput }),
      jsonSchema: { input: jsonSchema, output: jsonSchema },
    },
  };
}
