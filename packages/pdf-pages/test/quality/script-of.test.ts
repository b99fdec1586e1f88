import { expect, test } from "vitest";
import { scriptOf, scripts, type ScriptName } from "../../src/quality/tally.ts";

test.for([
  ["A", "plainLatin"],
  ["1", "none"],
  ["\u00BF", "none"],
  ["\u00C0", "accentedLatin"],
  ["\u00D7", "none"],
  ["\u00F7", "none"],
  ["\u00FF", "accentedLatin"],
  ["\u017F", "accentedLatin"],
  ["\u0180", "otherLatin"],
  ["\u03B1", "greek"],
  ["\u1FB1", "greek"],
  ["\u2019", "none"],
  ["\u201C", "none"],
  ["\u20AC", "none"],
  ["\u21D2", "none"],
  ["\u2714", "none"],
  ["\u0416", "cyrillic"],
  ["\u4E2D", "han"],
] as const satisfies readonly (readonly [string, ScriptName])[])("%s is %s", ([character, script]) => {
  expect(scriptOf(character.codePointAt(0) ?? 0)).toBe(scripts[script]);
});
