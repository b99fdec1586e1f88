const monospacedNames =
  /\bcourier|\b(?:consolas|menlo|monaco|inconsolata|fixedsys|terminal|teletype|mono)\b|^(?:lucida console|lucida sans typewriter|letter gothic|source code|fira code|cascadia code)\b/i;

/** Matches names such as `JetBrainsMono`, but not `Kimono`. */
const monoWord = /Mono\b/;

/**
 * True for the name of a monospaced font for Latin text, which sets code apart from other text. Fonts for Chinese and
 * Japanese such as MS Gothic also have a fixed pitch, but are used for any text.
 */
export function isMonospacedFont(name: string): boolean {
  return monospacedNames.test(name.trim()) || monoWord.test(name);
}
