import fc from "fast-check";
import { expect, test } from "vitest";
import { withoutFolder } from "../src/read/read-command.ts";

function read(pieces: readonly string[]): string {
  const shown = withoutFolder("/t/rc-1");
  return pieces.map((piece) => shown.add(piece)).join("") + shown.end();
}

test.for([
  ["a /t/rc-1/x.odd b", "a x.odd b"],
  ["/t/rc-1/x /t/rc-1/y", "x y"],
  ["/t/rc-1", "/t/rc-1"],
  ["/t/rc-12/x", "/t/rc-12/x"],
  ["/t/t/rc-1/x", "/tx"],
] as const)("%j is shown as %j", ([text, shown]) => {
  expect(read([text])).toBe(shown);
});

test("chunk boundaries make no difference", () => {
  const piece = fc.constantFrom("/", "/t/", "t", "/rc-", "1", "/t/rc-1/", "x", "\n");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      expect(read(pieces)).toBe(read([...pieces.join("")]));
    }),
    { seed: 1 },
  );
});
