/** Stands for a character of markup. Folding ignores it. */
export const filler = "\u2060";

/** Parts of text that may be markup. */
const mayBeMarkup = /[[`<|>]|~~/;

/**
 * Returns a text of the same length in which the Markdown that a page does not show is blanked: the marks and addresses
 * of links, the marks of notes, code, strikethrough and quotes, tags, and the borders between the cells of a row. A
 * line break of a cell is a line end, and a border is a space.
 */
export function withoutMarkup(text: string): string {
  if (!mayBeMarkup.test(text)) return text;
  return withoutLinks(text)
    .replaceAll(/^[ \t]*\|.*\|[ \t]*$/gm, withoutBorders)
    .replaceAll(/`[^`\n]+`/g, ends)
    .replaceAll(/~~/g, blank)
    .replaceAll(/\[\^[\w-]{1,20}\]:?/g, blank)
    .replaceAll(/<br ?\/?>/gi, (tag) => `\n${" ".repeat(tag.length - 1)}`)
    .replaceAll(tag, blank)
    .replaceAll(/<(?:[a-z][a-z+.-]{1,20}:|[\w.+-]{1,64}@)[^\s<>]{1,500}>/gi, ends)
    .replaceAll(/^(?:> ?)+/gm, blank);
}

/** Tags that change how words look, and do not divide them. */
const tag =
  /<\/?(?:a|abbr|b|cite|code|del|em|font|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|u)(?:\s+[\w:-]{1,40}=[^<>]{0,300})?>/gi;

function blank(markup: string): string {
  return filler.repeat(markup.length);
}

/** Blanks the first and the last character. */
function ends(markup: string): string {
  return `${filler}${markup.slice(1, -1)}${filler}`;
}

/** The marks of links, other brackets, and escapes. */
const linkMarks = /\\.|\[|\](?:\((?:<[^<>\n]*>|(?:[^()\s<]|\([^()\s]*\))*)(?: "[^"\n]*")?\))?/g;

/** Blanks the brackets and the address of each link. */
function withoutLinks(text: string): string {
  if (!text.includes("](")) return text;
  const open: number[] = [];
  const parts: [from: number, to: number][] = [];
  for (const { 0: mark, index } of text.matchAll(linkMarks)) {
    if (mark === "[") open.push(index);
    else if (mark.startsWith("]")) {
      const start = open.pop();
      if (start === undefined || mark === "]") continue;
      parts.push([text.charAt(start - 1) === "!" ? start - 1 : start, start + 1], [index, index + mark.length]);
    }
  }
  return blanked(
    text,
    parts.toSorted(([a], [b]) => a - b),
  );
}

function blanked(text: string, parts: readonly (readonly [from: number, to: number])[]): string {
  let plain = "";
  for (const [from, to] of parts) {
    plain += text.slice(plain.length, from);
    plain += filler.repeat(Math.max(0, to - plain.length));
  }
  return plain + text.slice(plain.length);
}

/** Of a row, writes each border as a space. A bar with a backslash is text. */
function withoutBorders(row: string): string {
  return row.replaceAll(/\\.|\|/g, (sign) => (sign === "|" ? " " : sign));
}
