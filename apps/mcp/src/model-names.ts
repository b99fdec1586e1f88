/** The profiles of models that a command line can name; `any` is what every model takes. */
export const modelNames = ["any", "anthropic", "openai", "gemini", "text"] as const;

/** One of them. */
export type ModelName = (typeof modelNames)[number];
