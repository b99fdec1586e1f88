import { isolate } from "@reader/isolate";
import { testHandlerIsolated } from "@reader/testkit";
import { srt } from "../src/index.ts";

const fixtures = new URL("../fixtures/", import.meta.url);
testHandlerIsolated(srt(), fixtures, (handlers) => isolate(handlers, { resolveFrom: import.meta.url }));
