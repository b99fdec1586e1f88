import { expect, test } from "vitest";
import { textOf } from "../../src/model/page-content.ts";
import { withSoundFonts } from "../../src/quality/sound-fonts.ts";
import { joined, pageOf } from "./page-of.ts";

const page = joined(
  pageOf("The river runs"),
  pageOf("\ue0a4 \ue0a4", { font: "Notes" }),
  pageOf("Allegro", { font: "Notes" }),
);

function textsOf(content: typeof page): readonly string[] {
  return content.blocks.flatMap(({ lines }) => lines.map(({ runs }) => textOf(runs)));
}

test("symbols of a garbled font are left out, and its letters if wanted", () => {
  const sound = new Set(["Times"]);
  expect(textsOf(withSoundFonts(page, sound, "letters"))).toEqual(["The river runs", "Allegro"]);
  expect(textsOf(withSoundFonts(page, sound, "nothing"))).toEqual(["The river runs"]);
});

test("a page without a list of sound fonts stays as it is", () => {
  expect(withSoundFonts(page, undefined, "nothing")).toBe(page);
});
