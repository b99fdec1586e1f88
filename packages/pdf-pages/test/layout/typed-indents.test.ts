import { expect, it } from "vitest";
import { withTypedIndents } from "../../src/layout/typed-indents.ts";
import { flow } from "./pages.ts";

/** A typewritten line whose characters are 6 points wide. */
function typed(written: string) {
  const [x0, x1] = [72, 72 + 6 * written.length];
  const box = { x0, y0: 100, x1, y1: 112 };
  return flow(written.trim().replaceAll(/ +/gu, " "), { isMonospaced: true, box, code: [{ text: written, x0, x1 }] });
}

it("starts typewritten lines behind the spaces before them", () => {
  expect(withTypedIndents([typed("   The text")])).toMatchObject([
    { text: "The text", box: { x0: 90, x1: 138 }, code: [{ text: "The text", x0: 90 }] },
  ]);
});

it("takes the letter o before wide white for a bullet", () => {
  const texts = ["   o  The first item", "   o un altro"].map((written) => withTypedIndents([typed(written)])[0]);
  expect(texts).toMatchObject([{ text: "• The first item" }, { text: "o un altro" }]);
});

it("keeps lines without spaces before them, and those in other type", () => {
  const items = [typed("The text"), typed("    "), flow("Some text")];
  expect(withTypedIndents(items)).toEqual(items);
});
