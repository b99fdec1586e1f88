/** Characters of base64 in a row that no document means to be read: some 300 bytes. */
const wallCharacters = 400;

/** The look-behind keeps matching linear. */
const wall = new RegExp(String.raw`(?<![\w+/-])[\w+/-]{${wallCharacters},}`, "g");
const wrappedWall = /(?<![\w+/-])(?:[\w+/-]{60,80}\r?\n){7,}/g;

/** Whether a text holds encoded data that costs tokens and tells nothing. Long words of one kind of letter are none. */
export function hasBase64Wall(text: string): boolean {
  const found = [...(text.match(wall) ?? []), ...(text.match(wrappedWall) ?? [])];
  return found.some((run) => /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run));
}
