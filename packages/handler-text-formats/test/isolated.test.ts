import { isolate } from "@reader/isolate";
import { testHandlerIsolated } from "@reader/testkit";
import { calendar, contacts, subtitles } from "../src/index.ts";
import { builtChild } from "./support/built-child.ts";

const resolveFrom = import.meta.url;

for (const handler of [subtitles(), calendar(), contacts()]) {
  testHandlerIsolated(handler, new URL(`../../../fixtures/${handler.name}/`, resolveFrom), () =>
    isolate([handler], { resolveFrom, childModule: builtChild(resolveFrom) }),
  );
}
