/**
 * Wraps text in a fence that its content cannot close, with an info string: ```` ```stdout ````. Ends with a newline;
 * returns an empty string for empty text.
 */
export function fence(info: string, content: string): string {
  const body = content.replace(/\n$/, "");
  if (body.trim() === "") return "";
  const longest = (body.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const marks = "`".repeat(longest + 1);
  return `${marks}${info.replace(/[^\w ./+#-]+/g, "")}\n${body}\n${marks}\n`;
}
