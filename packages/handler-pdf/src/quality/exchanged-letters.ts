import { asciiCountsOf, type Counts } from "./character-counts.ts";
import { latinShape, letterPairsIn } from "./latin-shape.ts";
import { tallyOf } from "./tally.ts";

/**
 * Letters that repeat and stand in words as in a language, but are the wrong ones. Codes and sequences have long words
 * or capitals inside them, and the variables of mathematics stand alone. The bounds were set on two thousand pages of
 * text in many languages, markup and programs, and the same pages with their letters shifted.
 */
export function isExchanged({ ascii, plainLetters, texts, beyondAscii, digits }: Counts): boolean {
  if (plainLetters < 80 || plainLetters < beyondAscii + digits) return false;
  const { likeness, coincidence } = latinShape(ascii);
  if (likeness > 0.8 || coincidence < 0.052 || coincidence > 0.12) return false;
  const { pairs, alternation, rises } = letterPairsIn(texts);
  const isInWords = pairs > plainLetters * 0.55 && pairs < plainLetters * 0.89 && rises < 0.05;
  return isInWords && likeness + alternation < 1.1 && !saysLittleElse(texts);
}

/**
 * A few words over and over, or names of commands, have the letters of those words: the other words are asked alone,
 * each once. A sentence whose letters are exchanged is as strange however often it is there.
 */
function saysLittleElse(texts: readonly string[]): boolean {
  const words = new Set(texts.join(" ").split(/\s+/));
  const others = Array.from(words).filter((word) => !word.startsWith("\\"));
  const { ascii } = tallyOf(others, "");
  const { plainLetters } = asciiCountsOf(ascii);
  // Codes such as `MCM` have fewer letters than the words of any sentence.
  const isOfNoWords = others.length < words.size * 0.8 || plainLetters < others.length * 3.5;
  if (plainLetters < 80 && isOfNoWords) return true;
  const { likeness } = latinShape(ascii);
  return likeness > 0.8 || likeness + letterPairsIn(others).alternation > 1.15;
}

/**
 * The same where the space was exchanged, too, so that there are no words: capitals come inside of what stands together,
 * which sequences of proteins have not, and letters repeat as those of a language, which those of base64 do not.
 */
export function isOfOnePiece({ ascii, plainLetters, texts, beyondAscii, digits }: Counts): boolean {
  if (plainLetters < 200 || plainLetters < 5 * digits + beyondAscii) return false;
  if ((ascii[0x20] ?? 0) > 0.07 * plainLetters) return false;
  const { likeness, coincidence } = latinShape(ascii);
  if (likeness > 0.7 || !isBetween(coincidence, 0.065, 0.12)) return false;
  const { pairs, alternation, rises } = letterPairsIn(texts);
  return pairs > plainLetters * 0.8 && isBetween(rises, 0.01, 0.25) && likeness + alternation < 1.2;
}

function isBetween(value: number, low: number, high: number): boolean {
  return value > low && value < high;
}
