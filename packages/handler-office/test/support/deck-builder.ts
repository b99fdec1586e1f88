// @boundaries-ignore the tests of several packages share it
export { deckParts, makePptx } from "../../../handler-slides/test/pptx/deck-builder.ts";
