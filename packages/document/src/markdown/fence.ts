/**
 * Text between fences that nothing in it can close, with a word or two that say what it is: ```` ```stdout ````.
 * Ends with a newline; empty text gives nothing at all.
 */
export function fence(info: string, content: string): string {
  const body = content.replace(/\n$/, "");
  if (body.trim() === "") return "";
  const longest = (body.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const marks = "`".repeat(longest + 1);
  return `${marks}${info.replace(/[^\w ./+#-]+/g, "")}\n${body}\n${marks}\n`;
}
