import { isolate } from "@reader/isolate";
import { testHandler, testHandlerIsolated } from "@reader/testkit";
import { myFormat } from "../template/src/index.ts";

const fixtures = new URL("../template/fixtures/", import.meta.url);

testHandler(myFormat(), fixtures);
testHandlerIsolated(myFormat(), fixtures, (handlers) => isolate(handlers, { resolveFrom: import.meta.url }));
