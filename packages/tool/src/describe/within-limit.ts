import { maxNamedHandlers } from "./formats.ts";

/**
 * Characters of a description: OpenAI's models on Azure, and their own of 2024 and 2025, refuse a request in which the
 * description of a function has more (OpenHands/OpenHands#7167, modelcontextprotocol/servers#799).
 */
const maxCharacters = 1024;

/** The description with the most names of handlers that is within the limit; with none where no other is. */
export function withinLimit(describe: (maxNamed: number) => string, maxNamed: number = maxNamedHandlers): string {
  const description = describe(maxNamed);
  return description.length > maxCharacters && maxNamed > 0 ? withinLimit(describe, maxNamed - 1) : description;
}
