import { buildZip } from "@reader/testkit";
import { expect, test } from "vitest";
import { shown } from "./reading.ts";

test("a duplicate name is marked with its number, also if a third name differs only in case", async () => {
  const bytes = buildZip(["read.me", "READ.ME", "read.me", "Read.me"].map((name) => ({ name, data: "x" })));
  const text = await shown("x.zip", bytes);
  expect(text).toContain("[same name as entry 1: this is entry 3]");
  expect(text.match(/except for case/g)).toHaveLength(2);
});
