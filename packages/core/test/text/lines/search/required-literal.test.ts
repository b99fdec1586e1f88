import { expect, test } from "vitest";
import { requiredLiteral } from "../../../../src/text/lines/search/matcher.ts";

test.for([
  ["needle", "needle"],
  ["^ERROR ", "ERROR "],
  ["handled in [0-9]{5,} ms", "handled in "],
  ["time(d )?out", "time"],
  ["colou?r", "colo"],
  ["ab+cde", "cde"],
  ["abc{2}d", "ab"],
  ["x[]a]long", "long"],
  ["x[^]a]long", "long"],
  ["x[[:alpha:]]long", "long"],
  ["a\\.b\\/c", "a.b/c"],
  ["\\bword\\b", "word"],
  ["(a(b)[)]c)tail", "tail"],
  ["(?:a|b)tail", "tail"],
  ["\u{1f600}?ab", "ab"],
  ["a*", undefined],
  [".*", undefined],
  ["one|two", undefined],
  ["(?i)word", undefined],
  ["(?P<name>a)word", undefined],
  ["\\Qa*b\\E", undefined],
  ["\\x{61}word", undefined],
  ["a{b", undefined],
  ["(open", undefined],
] as const)("every match of %s holds %s", ([source, literal]) => {
  expect(requiredLiteral(source)).toBe(literal);
});
