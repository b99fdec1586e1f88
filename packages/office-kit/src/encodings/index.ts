export { codePageOfCharset, decoderOf, loadDosPages } from "./code-page.ts";
