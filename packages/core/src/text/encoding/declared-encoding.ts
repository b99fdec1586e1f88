import { resolveEncoding } from "./encoding-labels.ts";

/** HTML must declare its encoding within these bytes (HTML standard, "specifying the document's character encoding"). */
const declarationBytes = 1024;

/** `<meta charset>`, `Content-Type: …; charset=`, `<?xml encoding=`, `@charset`, and `coding:` of Python and Emacs. */
const declaration = /(?:charset|encoding|coding)["']?\s{0,3}[=:]?\s{0,3}["']?([A-Za-z][\w.:-]{2,30})/i;

/** The encoding that a text claims to be in; undefined where it claims none that is known. */
export function declaredEncoding(head: Uint8Array): string | undefined {
  const name = declaration.exec(String.fromCharCode(...head.subarray(0, declarationBytes)))?.[1];
  return name === undefined ? undefined : resolveEncoding(name);
}
