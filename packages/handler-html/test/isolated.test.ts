import { isolate } from "@reader/isolate";
import { testHandlerIsolated } from "@reader/testkit";
import { html } from "../src/index.ts";
import { builtChild } from "./support/built-child.ts";

const resolveFrom = import.meta.url;

testHandlerIsolated(html(), new URL("../../../fixtures/html/", resolveFrom), () =>
  isolate([html()], { resolveFrom, childModule: builtChild(resolveFrom) }),
);
