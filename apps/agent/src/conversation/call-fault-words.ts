/** What the SDK answers to a call of a tool that there is not, without its class names. */
export function callFaultWords(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return words.replaceAll(/\b(?:AI_\w*Error|Error): /g, "");
}
