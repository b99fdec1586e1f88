import { collect, memorySource, mockContext } from "@reader/testkit";
import { expect, test } from "vitest";
import { row, sheet, showing, workbook } from "../made-workbook.ts";

const long = "x".repeat(1_000_000);

test("long strings that many rows share are formatted a few rows at a time", async () => {
  const made = Array.from({ length: 600 }, (_, at) => row(at + 1, long, "a", "b", "c", "d"));
  const lengths: number[] = [];
  for await (const event of showing(workbook([sheet({ made })])).read(
    memorySource("a", new Uint8Array()),
    mockContext(),
  )) {
    if (event.type === "text") lengths.push(event.text.length);
    if (lengths.length > 5) break;
  }
  expect(lengths.length).toBeGreaterThan(5);
  expect(Math.max(...lengths)).toBeLessThan(5 * long.length);
});

test("the error for a row that is too long says which cells to select instead", async () => {
  const made = [row(1, "before"), row(7, ...Array.from({ length: 101 }, () => long))];
  const { error } = await collect(showing(workbook([sheet({ made })])), new Uint8Array());
  expect(error).toMatchObject({ code: "too-large", hint: expect.stringContaining("A7:C7") as string });
});
