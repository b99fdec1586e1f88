export {
  boxAround,
  boxOf,
  centreOf,
  holds,
  imageBox,
  intersection,
  scaledBox,
  sharedHeight,
  sharedWidth,
  touch,
} from "./model/boxes.ts";
export type { Point } from "./model/boxes.ts";
export { asVisualVowel, cleanText, continuesSyllable, endsInSyllable, isPaintedFirst } from "./model/clean-text.ts";
export { hasRightToLeft, isMostlyRightToLeft, orderRuns, signFirst } from "./model/direction.ts";
export type { Surroundings } from "./model/direction.ts";
export { loneMarker } from "./model/list-markers.ts";
export { textOf } from "./model/page-content.ts";
export type {
  Box,
  HiddenReason,
  LineTag,
  PageContent,
  Rule,
  Table,
  TagCell,
  TextBlock,
  TextLine,
  TextRun,
  TextStyle,
} from "./model/page-content.ts";
export type {
  CharacterLine,
  DrawnPart,
  GreyPixels,
  HidingRisk,
  PageLink,
  PageModel,
  PageSource,
  PartPixels,
  PlacedCharacter,
  Vector,
} from "./model/page-model.ts";
export { distance, paperColor } from "./model/paint-log.ts";
export type { Glyph, Paint, PaintedArea, PaintedText, PaintLog, Rgb } from "./model/paint-log.ts";
export { isInk, titleWords } from "./model/plain-text.ts";
