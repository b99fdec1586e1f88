import { ReadError } from "@reader/core";
import { run } from "../drive.ts";
import type { Check } from "./check.ts";

/** A page that no document has. */
const farPage = 1_000_000_000;

/** Pages that are not there. */
export const rangeCheck: Check = {
  title: "answers pages beyond the last one with out-of-range",
  async violations({ handler, fixtures, graceMs }) {
    const violations: string[] = [];
    for (const { name, inputName, bytes } of fixtures) {
      const options = { name: inputName, bytes, graceMs };
      const whole = await run(handler, options);
      const hasUnits = whole.events.some((event) => event.type === "extent" && event.unit !== "line");
      if (!hasUnits) continue;
      const { error } = await run(handler, { ...options, context: { pages: [{ first: farPage, last: farPage }] } });
      const isRight = ReadError.is(error) && error.code === "out-of-range";
      if (!isRight) violations.push(`${name}: page ${farPage} is not answered with out-of-range`);
    }
    return violations;
  },
};
