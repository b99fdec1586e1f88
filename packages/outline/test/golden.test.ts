import { isGoldenUpdate } from "@reader/testkit";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { outlineOfFile, shownOutline } from "./outlining.ts";

const fixtures = fileURLToPath(new URL("../../../fixtures/outline/", import.meta.url));

/** `fixtures/outline/LANGUAGE/CASE`: a file, and the outline that is expected of it. */
const cases = readdirSync(fixtures)
  .toSorted()
  .flatMap((language) => readdirSync(join(fixtures, language)).map((name) => join(language, name)));

test("there are cases", () => {
  expect(cases.length).toBeGreaterThan(30);
});

test.for(cases)("the fixture %s is outlined as expected", async (name) => {
  const folder = join(fixtures, name);
  const golden = join(folder, "expected.txt");
  const input = readdirSync(folder).find((each) => each !== "expected.txt");
  const shown = `${shownOutline(await outlineOfFile(join(folder, input ?? "")))}\n`;
  if (isGoldenUpdate(process.env)) writeFileSync(golden, shown);
  expect(shown).toBe(existsSync(golden) ? readFileSync(golden, "utf8") : "(nobody has accepted this outline yet)");
});
