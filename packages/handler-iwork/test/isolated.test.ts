import { isolate } from "@reader/isolate";
import { testHandlerIsolated } from "@reader/testkit";
import { iwork } from "../src/index.ts";
import { builtChild } from "./support/built-child.ts";

const resolveFrom = import.meta.url;

testHandlerIsolated(iwork(), new URL("../../../fixtures/iwork/", resolveFrom), () =>
  isolate([iwork()], { resolveFrom, childModule: builtChild(resolveFrom) }),
);
