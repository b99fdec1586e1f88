import { isolate } from "@reader/isolate";
import { testHandlerIsolated } from "@reader/testkit";
import { describe } from "vitest";
import { fb2, mobi, xps } from "../src/index.ts";
import { builtChild } from "./support/built-child.ts";

const resolveFrom = import.meta.url;
const fixtures = new URL("../../../fixtures/", resolveFrom);

describe.each([
  ["fb2", fb2()],
  ["mobi", mobi()],
  ["xps", xps()],
] as const)("%s", (name, handler) => {
  testHandlerIsolated(handler, new URL(`${name}/`, fixtures), () =>
    isolate([handler], { resolveFrom, childModule: builtChild(resolveFrom) }),
  );
});
