import { anthropic, defaultBudget } from "@reader/core";
import { text, type HandlerContext } from "@reader/core/handler";

/**
 * Creates a plain context: a model that takes images and documents, the default budget, and a signal that never aborts.
 * Nested files become one line of text each.
 */
export function mockContext(overrides: Partial<HandlerContext> = {}): HandlerContext {
  return {
    pages: undefined,
    select: undefined,
    view: "auto",
    password: undefined,
    capabilities: anthropic,
    budget: defaultBudget,
    signal: new AbortController().signal,
    async *nested(name, bytes) {
      yield text(`(nested ${name}, ${bytes.length} bytes)\n`);
    },
    ...overrides,
  };
}
