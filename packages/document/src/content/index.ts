export {
  createFileNames,
  embeddedEvents,
  embeddedFacts,
  embeddedNotices,
  skipUnreadablePart,
} from "./embedded-files.ts";
export type { EmbeddedFile } from "./embedded-files.ts";
export { shownImages } from "./fit-image.ts";
export { cleaned, frontMatter } from "./front-matter.ts";
export type { DocumentFacts } from "./front-matter.ts";
export { imageEvent, omittedImageNotice, withImageLines } from "./image-event.ts";
export type { ImageContext, ImageStart } from "./image-event.ts";
export { isMonospacedFont } from "./monospaced-font.ts";
export { lettersOf, romanOf } from "./numerals.ts";
export { ownEntry } from "./own-entry.ts";
export { withoutControls } from "./control-characters.ts";
export { type SymbolFont, symbolFontOf, symbolText, withoutPrivateSymbols } from "./symbol-font.ts";
