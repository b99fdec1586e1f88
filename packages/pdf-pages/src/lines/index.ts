export { isMathExtension, mathExtensionSigns } from "../model/tex-symbols.ts";
export { contentOf } from "./page-content.ts";
export { createFontMeasures, usualAscent } from "./scaled-fonts.ts";
export { joinSpacedLetters, readsLikeWords } from "./letter-spacing.ts";
export type { PlacedGlyph } from "./placed-glyphs.ts";
export { boxOf, flattenPage, stextScale, tagOf } from "./spans.ts";
export type { FlatPage, FlatSpan, StextBlock, StextBox, StextFont, StextLine, StextPage } from "./spans.ts";
