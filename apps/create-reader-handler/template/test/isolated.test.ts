import { isolate } from "@reader/isolate";
import { testHandlerIsolated } from "@reader/testkit";
import { myFormat } from "../src/index.ts";

const fixtures = new URL("../fixtures/", import.meta.url);
testHandlerIsolated(myFormat(), fixtures, (handlers) => isolate(handlers, { resolveFrom: import.meta.url }));
