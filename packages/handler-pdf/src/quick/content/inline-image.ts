import { classes, white } from "./characters.ts";
import { nameToken, operatorToken, type Lexer } from "./lexer.ts";
import { NotQuick } from "./not-quick.ts";

/** `ID`, as the lexer writes operators. */
const dataOperator = 0x4449;

/** Entries of the dictionary of a picture, their values counted; there are not so many. */
const maxTokens = 200;

/** Bytes behind `EI` that must look like content, so that it is no chance in the data; PDF.js looks at as many. */
const lookahead = 15;

/** Passes over a picture that is written in the content itself, behind `BI`; tells whether it is a stencil. */
export function skipInlineImage(lexer: Lexer): boolean {
  const isStencil = readDictionary(lexer);
  const { bytes } = lexer;
  for (let at = lexer.at + 1; at + 1 < bytes.length; at++) {
    if (bytes[at] === 0x45 && bytes[at + 1] === 0x49 && isEnd(bytes, at)) {
      lexer.at = at + 2;
      return isStencil;
    }
  }
  throw new NotQuick("inline image");
}

function readDictionary(lexer: Lexer): boolean {
  let isStencil = false;
  let isMask = false;
  for (let count = 0; count < maxTokens; count++) {
    const token = lexer.next();
    if (token === operatorToken) {
      if (lexer.operator === dataOperator) return isStencil;
      // Words longer than an operator are `true` or `false`.
      if (isMask) isStencil = lexer.bytes[lexer.at - 4] === 0x74;
    }
    isMask = token === nameToken && ["IM", "ImageMask"].includes(lexer.name());
  }
  throw new NotQuick("inline image");
}

/** Whether these two letters stand alone, and content follows them. */
function isEnd(bytes: Uint8Array, at: number): boolean {
  if (classes[bytes[at - 1] ?? 0] !== white) return false;
  const behind = bytes.subarray(at + 2, at + 2 + lookahead);
  return classes[behind[0] ?? 0x20] === white && behind.every(isText);
}

function isText(code: number): boolean {
  if (code < 0x20) return code !== 0 && classes[code] === white;
  return code < 0x7f;
}
