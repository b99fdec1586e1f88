/** Words may start with these, so they count in bytes that are no text. */
const wordLike = /^(?:MZ|ID3|P[4-7Ff]|qoif|SDPX|XPDS|SIMPLE|#\?RADIANCE|id=ImageMagick|LBLSIZE=)/;

/**
 * Comments, width and height of Netpbm (pbm(5), pgm(5), ppm(5), pam(5)) and of floats in the same way, which no text in
 * words starts with.
 */
const netpbmSize = /^(?:P[4-6Ff]\n(?:#[^\n]*\n)*\d+[ \n]\d+[ \n]|P7\n(?:#[^\n]*\n)*WIDTH \d+\n)/;

/** Headers of words for pixels that may lack a zero, but are no words: bare, they are text. */
const longWords = /^(?:SIMPLE {2}= +T|#\?RADIANCE\n|id=ImageMagick)/;

/** Whether a text may start like this, with what would be a signature in bytes that are no text. */
export function startsLikeWords(head: Uint8Array, start: string): boolean {
  return wordLike.test(start) && !netpbmSize.test(start) && isText(head, start);
}

function isText(head: Uint8Array, start: string): boolean {
  if (head.includes(0)) return false;
  return !longWords.test(start) || isUtf8(head);
}

/** The last character may be cut off. */
function isUtf8(head: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
