import { createFontMeasures, stextScale, usualAscent } from "@reader/pdf-pages/lines";
import { at, isLevel, noStyle, type ObjectStyle, type PageCharacters } from "./page-characters.ts";

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

/** Characters whose styles may be replaced. */
interface StyledCharacters extends PageCharacters {
  readonly styles: ObjectStyle[];
}

/**
 * Sets the size of fonts without a name whose letters are several times wider than it: bitmap fonts of old programs are
 * scaled by the page alone. Their boxes get a usual height.
 */
export function setScaledSizes(characters: StyledCharacters): void {
  const sizes = measuredSizes(characters);
  if (sizes.size === 0) return;
  const { count, styles, y, y0, y1 } = characters;
  const sized = new Map<ObjectStyle, ObjectStyle>();
  for (let index = 0; index < count; index += 1) {
    const style = styles[index] ?? noStyle;
    const size = isNameless(characters, index) ? sizes.get(keyOf(style)) : undefined;
    if (size === undefined) continue;
    const known = sized.get(style) ?? { ...style, font: { ...style.font, size } };
    sized.set(style, known);
    styles[index] = known;
    const emPt = size / stextScale;
    y0[index] = at(y, index) - usualAscent * emPt;
    y1[index] = at(y0, index) + emPt;
  }
}

function measuredSizes(characters: PageCharacters): ReadonlyMap<string, number> {
  const { count, texts, styles, x0, x1 } = characters;
  const measures = createFontMeasures();
  for (let index = 0; index < count; index += 1) {
    if (!isNameless(characters, index)) continue;
    const style = styles[index] ?? noStyle;
    const width = (at(x1, index) - at(x0, index)) * stextScale;
    measures.add(keyOf(style), { text: texts[index] ?? "", width, size: style.font.size });
  }
  return measures.sizes();
}

function isNameless(characters: PageCharacters, index: number): boolean {
  return (characters.styles[index] ?? noStyle).font.name === "" && isLevel(characters, index);
}

function keyOf({ fontHandle, font }: ObjectStyle): string {
  return `${fontHandle} ${font.size}`;
}
