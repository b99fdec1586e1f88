import type { ZodLike } from "@reader/tool/claude-agent-sdk";

/** A field of a JSON Schema, made as zod makes its own. */
export interface FieldDescription {
  readonly type: "string" | "number";
  readonly description?: string;
  describe(description: string): this;
  optional(): this;
}

/** In the place of zod: what the Claude Agent SDK makes of zod's fields, without its library. */
export const fieldDescriptions: ZodLike<FieldDescription, FieldDescription> = {
  string: () => fieldOf("string"),
  number: () => fieldOf("number"),
  preprocess: (_, field) => field,
};

function fieldOf(type: FieldDescription["type"], description?: string): FieldDescription {
  return {
    type,
    ...(description === undefined ? {} : { description }),
    describe: (words) => fieldOf(type, words),
    optional: () => fieldOf(type, description),
  } as FieldDescription;
}
