/**
 * Bytes of the largest answer. An answer is held as one string, and V8 holds half a billion characters in one; as JSON
 * a character of text may take two.
 */
export const largestAnswerBytes: number = 256 * 1024 * 1024;

// The words of the core, written here once more so that help and completion start without it.

/** How a document can be seen. */
export const views = ["auto", "text", "image", "native", "outline"] as const;
/** The profiles of what models take. */
export const models = ["text", "anthropic", "openai", "gemini"] as const;
/** How lines can be numbered. */
export const gutters = ["compact", "cat-n", "pipe", "bar", "none"] as const;
/** What to do with what is too large. */
export const overBudgets = ["cut", "refuse"] as const;
