import { stextScale } from "@reader/pdf-pages/lines";
import { at, isLevel, noStyle, type PageCharacters } from "./page-characters.ts";

/** Chinese and Japanese punctuation, which is drawn in a part of its square. */
const fullWidth = /^[\u3001-\u3003\u3008-\u301F\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF60]$/u;

const opening = /^[\u3008\u300A\u300C\u300E\u3010\u3014\u3016\u3018\u301A\u301D\uFF08\uFF3B\uFF5B\uFF5F]$/u;
/** Top, middle and bottom of the square below the baseline, in ems. */
const [topEm, middleEm, bottomEm] = [-0.88, -0.38, 0.12];

/**
 * Gives full-width punctuation of fonts without a name the width of its square, and half of its height: the engine
 * returns what it draws, which in vertical text is beside the line.
 */
export function setFullWidths(characters: PageCharacters): void {
  const { count, texts, styles, x, y, x0, x1, y0, y1 } = characters;
  for (let index = 0; index < count; index += 1) {
    const { font } = styles[index] ?? noStyle;
    if (font.name !== "" || !fullWidth.test(texts[index] ?? "") || !isLevel(characters, index)) continue;
    const emPt = font.size / stextScale;
    x0[index] = Math.min(at(x0, index), at(x, index));
    x1[index] = Math.max(at(x1, index), at(x, index) + emPt);
    // In vertical text, two signs may share one square.
    const [fromEm, toEm] = opening.test(texts[index] ?? "") ? [middleEm, bottomEm] : [topEm, middleEm];
    y0[index] = Math.min(at(y0, index), at(y, index) + fromEm * emPt);
    y1[index] = Math.max(at(y1, index), at(y, index) + toEm * emPt);
  }
}
