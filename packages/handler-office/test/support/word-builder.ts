// @boundaries-ignore the tests of several packages share it
export {
  links,
  makeDocx,
  paragraph,
  part,
  run,
  styled,
  wordParts,
  type WordXml,
} from "../../../handler-word/test/docx/word-builder.ts";
