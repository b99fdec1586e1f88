// The entry for decoders, for the packages of this project. Its names may change in any release. Tables of characters are
// loaded on use, so packages that bundle the other entries import this one from the installed core.
export { resolveEncoding } from "./text/encoding/encoding-labels.ts";
export { createLegacyDecoder, createTextDecoder, detectEncoding } from "./text/encoding/encodings.ts";
