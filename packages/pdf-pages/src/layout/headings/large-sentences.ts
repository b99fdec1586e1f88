import type { FlowLine } from "../flow.ts";
import { type HeadingEvidence, shortLine } from "./candidate.ts";
import { isNumbered } from "./heading-numbers.ts";
import type { TypeSizes } from "./type-sizes.ts";

/** A sentence in type less than this much larger than the body is body text, on a page whose tables are set smaller. */
export const sentenceRatio = 1.3;

/** Maximum length of a heading in larger type that ends like a sentence. Longer text is an opening paragraph. */
const longestSentence = 80;

/** The full stops of scripts. A question may be a heading. */
const endsSentence = /[.。]["”’»]?$/u;

/** Minimum number of words of a sentence that is quoted in large type. Shorter ones may be headings. */
const leastQuotedWords = 5;

/**
 * True if text ends like a sentence and is long, or is neither bold nor much larger than the body. A long line in the
 * type of such sentences counts too: pages of small listings and tables have most of their text in smaller type. In much
 * larger type, sentences are quotes from the text, except at the start of the document.
 */
export function isOwnSentence(
  text: string,
  first: FlowLine,
  { sizes, levels }: Pick<HeadingEvidence, "sizes" | "levels">,
): boolean {
  const isText = !first.isBold && first.sizePt < sentenceRatio * sizes.body().sizePt;
  if (!endsSentence.test(text)) return isText ? isOfSmallSentences(text, first, sizes) : isOfQuote(text, first, sizes);
  if (text.length > longestSentence) return true;
  return !isNumbered(text) && (isText || (!levels.isAtStart() && isQuote(text, first, sizes)));
}

/** True for a line of body text in another size. */
function isOfSmallSentences(text: string, { sizePt }: FlowLine, sizes: TypeSizes): boolean {
  return text.length > shortLine && sizes.isOfSentences(sizePt);
}

/** True for the first part of a quote that goes on in another column. */
function isOfQuote(text: string, { sizePt, isBold }: FlowLine, sizes: TypeSizes): boolean {
  return text.length > longestSentence && !isNumbered(text) && sizes.holdsSentences(sizePt, isBold);
}

function isQuote(text: string, { sizePt, isBold }: FlowLine, sizes: TypeSizes): boolean {
  return text.split(" ", leastQuotedWords).length >= leastQuotedWords && sizes.holdsSentences(sizePt, isBold);
}
