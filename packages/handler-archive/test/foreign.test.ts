import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { errorOf, shown } from "./reading.ts";

/** A fixture that a real program packed. */
function fixture(path: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`../../../fixtures/archive/${path}`, import.meta.url)));
}

describe("a 7z archive", () => {
  const bytes = fixture("7z/input.7z");

  test("says that letters of names are lost", async () => {
    expect(await shown("x.7z", bytes)).toContain("[* stands for a letter that cannot be read here]");
  });

  test("is read as far as its bytes are right", async () => {
    const damaged = Uint8Array.from(bytes);
    damaged.fill(0xff, 40, 50);
    expect(await errorOf("x.7z", damaged, { pages: "5" })).toMatchObject({ code: "corrupt" });
    expect(await shown("x.7z", damaged, { select: "tree/docs/numbers.txt" })).toContain("1\tOne.");
  });

  test("counts what comes out of it", async () => {
    const error = await errorOf("x.7z", bytes, { select: "tree/readme.md", budget: { maxInflatedBytes: 10 } });
    expect(error).toMatchObject({ code: "too-large", details: { limit: { name: "maxInflatedBytes" } } });
  });

  test("is not loaded where it is larger than the budget", async () => {
    const error = await errorOf("x.7z", bytes, { budget: { maxInputBytes: 100 } });
    expect(error).toMatchObject({ code: "too-large", details: { limit: { name: "maxInputBytes" } } });
  });
});

test("members of a ZIP file count however they are packed", async () => {
  const options = { select: "tree/docs/long.txt", budget: { maxInflatedBytes: 100 } };
  expect(await errorOf("x.zip", fixture("zip-bzip2/input.zip"), options)).toMatchObject({ code: "too-large" });
});

test("a wrong password is called that", async () => {
  const options = { select: "tree/readme.md", password: "wrong" };
  expect(await errorOf("x.zip", fixture("zip-encrypted/input.zip"), options)).toMatchObject({ code: "encrypted" });
});
