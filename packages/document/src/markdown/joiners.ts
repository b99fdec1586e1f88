/** Joiners (U+200C, U+200D) between characters of ASCII. These never join, so that a joiner only affects line breaks. */
const idleJoiners = /(?<=[!-~])[\u200c\u200d]+(?=[!-~])/g;

/** Removes joiners that do not change how text is shown. Pages put them where an address may break. */
export function withoutIdleJoiners(text: string): string {
  return text.replaceAll(idleJoiners, "");
}
