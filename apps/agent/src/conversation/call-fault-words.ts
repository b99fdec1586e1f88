/** What the SDK answers to a call that no tool gets: an unknown tool, arguments that are no JSON. Without its class names. */
export function callFaultWords(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return words.replaceAll(/\b(?:AI_\w*Error|Error): /g, "");
}
