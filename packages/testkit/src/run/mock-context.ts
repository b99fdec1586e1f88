import { anthropic, defaultBudget, text, type HandlerContext } from "@reader/core";

/**
 * What a handler is told of a request: nothing special, a model that takes images and documents, the default budget,
 * and a signal that never comes. Files inside the file become one line of text each.
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
