/** What stands in the text that mammoth is given instead of what mammoth would lose. */
export type Sign =
  /** What the paragraph is that it begins. */
  | ParagraphSign
  /** Markdown within a line. */
  | { readonly type: "words"; readonly markdown: string }
  /** Markdown that is a block of its own. */
  | { readonly type: "block"; readonly markdown: string }
  /** A picture, by the name of its part. */
  | { readonly type: "picture"; readonly part: string; readonly alt: string }
  /** Another document that is shown here, by the name of its part. */
  | { readonly type: "document"; readonly part: string };

/** What a paragraph is besides a paragraph. */
export type ParagraphSign =
  | { readonly type: "heading"; readonly level: number; readonly label: string }
  /** `label` is undefined for a bullet; `level` counts from 0. */
  | { readonly type: "item"; readonly level: number; readonly label: string | undefined }
  | { readonly type: "code" }
  | { readonly type: "quote" };

/** The signs of one document. */
export interface Signs {
  /** The characters that stand for it. */
  put(sign: Sign): string;
  at(index: number): Sign | undefined;
}

/**
 * Noncharacters (Unicode 16, 23.7), which no text has any business with: they stand around the number of a sign. What
 * the document itself has of them is taken out.
 */
const opening = "\ufdd0";
const closing = "\ufdd1";
const forged = /[\ufdd0\ufdd1]/g;

/** Text of a document that cannot be taken for a sign. */
export function withoutSigns(text: string): string {
  return text.includes(opening) || text.includes(closing) ? text.replace(forged, "") : text;
}

/** Whether there is a sign in it. */
export function hasSigns(text: string): boolean {
  return text.includes(opening);
}

/** Text and signs in the order in which they stand. */
export function* splitSigns(text: string): Generator<string | number> {
  let from = 0;
  for (let at = text.indexOf(opening); at >= 0; at = text.indexOf(opening, from)) {
    if (at > from) yield text.slice(from, at);
    const end = text.indexOf(closing, at);
    if (end < 0) return;
    yield Number(text.slice(at + 1, end));
    from = end + 1;
  }
  if (from < text.length) yield text.slice(from);
}

/** No sign yet. */
export function createSigns(): Signs {
  const signs: Sign[] = [];
  return {
    put(sign) {
      signs.push(sign);
      return `${opening}${signs.length - 1}${closing}`;
    },
    at: (index) => signs[index],
  };
}
