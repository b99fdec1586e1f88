import { isolate } from "@reader/isolate";
import { testHandlerIsolated } from "@reader/testkit";
import { jsonLines } from "../src/index.ts";
import { builtChild } from "./support/built-child.ts";

const resolveFrom = import.meta.url;

testHandlerIsolated(jsonLines(), new URL("../../../fixtures/json-lines/", resolveFrom), () =>
  isolate([jsonLines()], { resolveFrom, childModule: builtChild(resolveFrom) }),
);
