const monospacedNames =
  /\b(?:courier|consolas|menlo|monaco|inconsolata|fixedsys|terminal|typewriter|teletype)\b|mono\b|^(?:lucida console|letter gothic|source code|fira code|cascadia code)\b/i;

/**
 * True for the name of a monospaced font for Latin text, which sets code apart from other text. Fonts for Chinese and
 * Japanese such as MS Gothic also have a fixed pitch, but are used for any text.
 */
export function isMonospacedFont(name: string): boolean {
  return monospacedNames.test(name.trim());
}
