/**
 * Returns the distance of a name from the requested one: 0 if they differ only in case and look-alike characters, 2 for
 * another extension, 3 or more for typing errors, 4 or more for a common start. Returns `undefined` for unrelated
 * names.
 */
export function nameDistance(asked: string, name: string): number | undefined {
  const near = stemDistance(asked, name);
  if (near !== undefined) return near;
  const wanted = variantKey(asked).toLowerCase();
  const present = variantKey(name).toLowerCase();
  const length = Math.max(wanted.length, present.length);
  const edits = isMisspelt(stemOf(wanted), stemOf(present)) ? allowedDistance(wanted, present) : undefined;
  if (edits !== undefined) return 3 + edits / length;
  return wanted.length >= 4 && present.startsWith(wanted) ? 4 + wanted.length / length : undefined;
}

/** Returns the part of `nameDistance` that is cheap to compute: 0, 2 or `undefined`. */
export function stemDistance(asked: string, name: string): number | undefined {
  const wanted = variantKey(asked).toLowerCase();
  const present = variantKey(name).toLowerCase();
  if (wanted === present) return 0;
  return stemOf(wanted) === stemOf(present) ? 2 : undefined;
}

function stemOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}

/**
 * True if a stem is a misspelling of another. Compared without extensions, because a shared one makes unrelated names
 * similar.
 */
function isMisspelt(wantedStem: string, presentStem: string): boolean {
  return allowedDistance(wantedStem, presentStem) !== undefined;
}

function allowedDistance(wanted: string, present: string): number | undefined {
  return editDistance(wanted, present, allowedEdits(Math.min(wanted.length, present.length)));
}

/**
 * Returns the number of allowed edits: one in a short name, and one for each three characters of a longer one, at most
 * six.
 */
function allowedEdits(length: number): number {
  return Math.min(6, Math.max(1, Math.floor(length / 3)));
}

/**
 * Returns the number of insertions, deletions, replacements and swaps of adjacent characters that turn one text into
 * the other, in UTF-16 code units. Returns `undefined` above `limit`.
 */
export function editDistance(left: string, right: string, limit: number): number | undefined {
  if (Math.abs(left.length - right.length) > limit) return undefined;
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let at = 1; at <= left.length; at += 1) {
    const next = nextRow({ left, right, at, row, before });
    if (Math.min(...next) > limit) return undefined;
    before = row;
    row = next;
  }
  const edits = row[right.length] ?? 0;
  return edits <= limit ? edits : undefined;
}

interface Step {
  readonly left: string;
  readonly right: string;
  /** Number of characters of `left` that the new row covers. */
  readonly at: number;
  readonly row: readonly number[];
  readonly before: readonly number[];
}

function nextRow({ left, right, at, row, before }: Step): readonly number[] {
  const next = [at];
  for (let column = 1; column <= right.length; column += 1) {
    const isSame = left[at - 1] === right[column - 1];
    const replaced = (row[column - 1] ?? 0) + (isSame ? 0 : 1);
    const edited = Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1);
    const swapped = isSwap(left, right, { at, column }) ? (before[column - 2] ?? 0) + 1 : edited;
    next.push(Math.min(edited, swapped));
  }
  return next;
}

function isSwap(left: string, right: string, end: { readonly at: number; readonly column: number }): boolean {
  const { at, column } = end;
  if (at < 2 || column < 2) return false;
  return left[at - 1] === right[column - 2] && left[at - 2] === right[column - 1];
}

/**
 * Returns a name without invisible differences: composed as NFC, with plain spaces for no-break ones (macOS puts U+202F
 * into the names of screenshots) and straight quotes for curly ones. Names with equal keys look the same.
 */
export function variantKey(name: string): string {
  return name
    .normalize("NFC")
    .replace(/[\u00a0\u202f]/gu, " ")
    .replace(/[\u2018\u2019]/gu, "'")
    .replace(/[\u201c\u201d]/gu, '"');
}
