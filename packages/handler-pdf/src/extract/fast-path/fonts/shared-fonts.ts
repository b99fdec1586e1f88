import { AskedFont } from "./asked-font.ts";

/** Fonts without a file of their own, such as the fourteen of all readers: each says the same in all documents. */
const shared = new Map<string, AskedFont>();

/** A document of many parts has some dozens of these; each takes 20 KB at most. */
const maxSharedFonts = 100;

/** Longer ones are no honest dictionaries of a font without a file. */
const maxContentChars = 10_000;

/** The font that is told apart by its content, as this process knows it. */
export function sharedFont(content: string): AskedFont {
  if (content.length > maxContentChars) return new AskedFont(1);
  const font = shared.get(content) ?? new AskedFont(1);
  // What was asked for last is forgotten last.
  shared.delete(content);
  shared.set(content, font);
  const [oldest] = shared.keys();
  if (shared.size > maxSharedFonts && oldest !== undefined) shared.delete(oldest);
  return font;
}

/** A font that one document could not be asked about may be sound in the next. */
export function forgetSharedFont(font: AskedFont): void {
  for (const [content, each] of shared) if (each === font) shared.delete(content);
}
