import { isolate } from "@reader/isolate";
import { testHandlerIsolated } from "@reader/testkit";
import { media } from "../src/index.ts";
import { builtChild } from "./support/built-child.ts";

const resolveFrom = import.meta.url;

testHandlerIsolated(media(), new URL("../../../fixtures/media/", resolveFrom), () =>
  isolate([media()], { resolveFrom, childModule: builtChild(resolveFrom) }),
);
