/** Joiners (U+200C, U+200D) between characters of ASCII. These never join, so that a joiner only affects line breaks. */
const idleJoiners = /(?<=[!-~])[\u200c\u200d]+(?=[!-~])/g;

/** Removes joiners that no reader sees: pages put them into addresses and code, where a line may break. */
export function withoutIdleJoiners(text: string): string {
  return text.replaceAll(idleJoiners, "");
}
