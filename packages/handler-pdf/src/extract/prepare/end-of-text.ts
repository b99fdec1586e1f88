const codes = {
  open: 0x28, // (
  close: 0x29, // )
  escape: 0x5c, // \
  less: 0x3c, // <
  greater: 0x3e, // >
} as const;

/**
 * Where the operator ends that shows the last of so many bytes of text in the content of a page; `undefined` where there
 * are no more than that. Bytes of a string are counted as the file writes them, two for each in hexadecimal.
 */
export function endOfText(content: Uint8Array, maxTextBytes: number): number | undefined {
  let textBytes = 0;
  for (let at = 0; at < content.length; at++) {
    const code = content[at];
    if (code !== codes.open && code !== codes.less) continue;
    const end = code === codes.open ? endOfString(content, at) : endOfHex(content, at);
    textBytes += end - at;
    at = end;
    if (textBytes > maxTextBytes) return endOfOperator(content, end);
  }
  return undefined;
}

/** The parenthesis that closes the one at `start`. */
function endOfString(content: Uint8Array, start: number): number {
  let depth = 0;
  for (let at = start; at < content.length; at++) {
    const code = content[at];
    if (code === codes.escape) at++;
    else if (code === codes.open) depth++;
    else if (code === codes.close && --depth === 0) return at;
  }
  return content.length;
}

/** The end of a string in hexadecimal; a dictionary begins as one, and has no text. */
function endOfHex(content: Uint8Array, start: number): number {
  if (content[start + 1] === codes.less) return start + 1;
  const end = content.indexOf(codes.greater, start);
  return end < 0 ? content.length : end;
}

/** How far behind a string its operator is looked for: the rest of an array of strings may come first. */
const maxOperatorDistance = 100_000;

/** The operators that show text. */
const show = /T[Jj](?![A-Za-z])|['"](?=\s)/;

function endOfOperator(content: Uint8Array, from: number): number {
  const near = new TextDecoder("latin1").decode(content.subarray(from, from + maxOperatorDistance));
  const found = show.exec(near);
  return found === null ? from : from + found.index + found[0].length;
}
