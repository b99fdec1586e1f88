import { expect, test } from "vitest";
import { parseFind } from "../../src/request/check-request.ts";

test.for([
  ["needle", "literal", "needle", ""],
  ["a.b*c", "literal", "a.b*c", ""],
  ["/needle/", "regular-expression", "needle", ""],
  ["/a|b/i", "regular-expression", "a|b", "i"],
  ["/a.b/si", "regular-expression", "a.b", "is"],
  ["/a.b/gimu", "regular-expression", "a.b", "i"],
  ["/usr/bin/", "regular-expression", "usr/bin", ""],
  ["/https?://x/", "regular-expression", "https?://x", ""],
  ["/usr/bin", "literal", "/usr/bin", ""],
  ["/a/x", "literal", "/a/x", ""],
  ["/", "literal", "/", ""],
  ["//", "literal", "//", ""],
  ["///", "literal", "///", ""],
  ["// see /", "regular-expression", "/ see ", ""],
  ["/* note */", "literal", "/* note */", ""],
  ["/**/", "literal", "/**/", ""],
  ["</div>", "literal", "</div>", ""],
  ["  spaced  ", "literal", "  spaced  ", ""],
  ["needle\n", "literal", "needle", ""],
] as const)("%j is a %s of %j with the flags %j", ([text, kind, source, flags]) => {
  expect(parseFind(text, 3).value).toEqual({ source, kind, flags, contextLines: 3 });
});

test("two lines of context are the default", () => {
  expect(parseFind("x").value?.contextLines).toBe(2);
});

test.for(["a\nb", "/a\r\nb/", "\n"])("%j cannot stand on one line", (text) => {
  expect(parseFind(text).issue?.problem).toContain("line break");
});
