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
