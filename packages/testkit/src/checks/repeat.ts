import { isDeepStrictEqual } from "node:util";
import { drive, run } from "../drive.ts";
import type { Check } from "./check.ts";

/** State that leaks from one read into another. */
export const repeatCheck: Check = {
  title: "gives the same events every time, also when two reads run at once",
  async violations({ handler, fixtures, graceMs }) {
    const violations: string[] = [];
    for (const { name, inputName, bytes } of fixtures) {
      const options = { name: inputName, bytes, graceMs };
      const first = await run(handler, options);
      const begun = drive(handler, options);
      const start = await begun.pull(1);
      const between = await run(handler, options);
      const rest = await begun.pull();
      if (!isDeepStrictEqual(first.events, between.events))
        violations.push(`${name}: a second read differs from the first`);
      const joined = [...start.events, ...rest.events];
      if (!isDeepStrictEqual(first.events, joined))
        violations.push(`${name}: a read differs that another one interrupted`);
    }
    return violations;
  },
};
