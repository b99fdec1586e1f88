import { isDeepStrictEqual } from "node:util";
import type { Check } from "./check.ts";

/** The version of the contract that this kit knows. */
export const specVersion = 1;

const mediaPattern = /^(?:\*\/\*|[a-z]+\/(?:\*|[a-z0-9][\w.+-]*))$/;

/** The handler object itself. */
export const shapeCheck: Check = {
  title: "speaks this version of the contract and says what it reads",
  async violations({ handler }) {
    const violations: string[] = [];
    const declared: number = handler.specVersion;
    if (declared !== specVersion) violations.push(`specVersion is ${declared}, not ${specVersion}`);
    if (!/^[a-z][a-z0-9-]*$/.test(handler.name))
      violations.push(`the name ${JSON.stringify(handler.name)} is not kebab-case`);
    if (handler.mediaTypes.length === 0) violations.push("mediaTypes is empty");
    for (const pattern of handler.mediaTypes) {
      if (!mediaPattern.test(pattern)) violations.push(`${JSON.stringify(pattern)} is no media type in lower case`);
    }
    if (handler.origin !== undefined && !survivesJson(handler.origin)) violations.push("origin does not survive JSON");
    return violations;
  },
};

function survivesJson(value: unknown): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(JSON.stringify(value)), value);
  } catch {
    return false;
  }
}
