/** A label of the document's own in one line: white space and control characters become single spaces. */
export function oneLine(text: string, maxCharacters = 200): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is meant
  const line = text.replaceAll(/[\s\u0000-\u001f\u007f-\u009f]+/g, " ").trim();
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters - 1).trimEnd()}…` : line;
}
