/** Joiners (U+200C, U+200D) between characters of ASCII. These never join, so that a joiner only affects line breaks. */
const idleJoiners = /(?<=[!-~])[\u200c\u200d]+(?=[!-~])/g;

/** Removes joiners without an effect on how text is shown: pages put them into addresses and code, where a line may break. */
export function withoutIdleJoiners(text: string): string {
  return text.replaceAll(idleJoiners, "");
}
