import { stextScale } from "@reader/pdf-pages/lines";
import { at, isLevel, noStyle, type PageCharacters } from "./page-characters.ts";

/** Chinese and Japanese punctuation, which is drawn in a part of its square. */
const fullWidth = /^[\u3001-\u3003\u3008-\u301F\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF60]$/u;

/**
 * Gives full-width punctuation of fonts without a name its square: the engine returns what it draws, which in vertical
 * text is beside the line.
 */
export function setFullWidths(characters: PageCharacters): void {
  const { count, texts, styles, x, x0, x1 } = characters;
  for (let index = 0; index < count; index += 1) {
    const { font } = styles[index] ?? noStyle;
    if (font.name !== "" || !fullWidth.test(texts[index] ?? "") || !isLevel(characters, index)) continue;
    x0[index] = Math.min(at(x0, index), at(x, index));
    x1[index] = Math.max(at(x1, index), at(x, index) + font.size / stextScale);
  }
}
