/** Joins two strings so that a command does not absorb the text after it. */
export function joined(one: string, other: string): string {
  return needsSpace(one, other) ? `${one} ${other}` : one + other;
}

/** Joins any number of strings in the same way. */
export function joinedAll(pieces: readonly string[]): string {
  const spaced: string[] = [];
  let last = "";
  for (const piece of pieces) {
    if (piece === "") continue;
    spaced.push(needsSpace(last, piece) ? ` ${piece}` : piece);
    last = piece;
  }
  return spaced.join("");
}

function needsSpace(one: string, other: string): boolean {
  return /^[a-zA-Z]/.test(other) && /\\[a-zA-Z]+$/.test(one);
}
