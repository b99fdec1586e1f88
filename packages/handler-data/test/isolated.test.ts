import { isolate } from "@reader/isolate";
import { testHandlerIsolated } from "@reader/testkit";
import { data } from "../src/index.ts";
import { builtChild } from "./support/built-child.ts";

const resolveFrom = import.meta.url;

testHandlerIsolated(data(), new URL("../../../fixtures/data/", resolveFrom), () =>
  isolate([data()], { resolveFrom, childModule: builtChild(resolveFrom) }),
);
