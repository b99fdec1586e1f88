import { testHandler } from "@reader/testkit";
import { calendar } from "../src/index.ts";

testHandler(calendar(), new URL("../../../fixtures/calendar/", import.meta.url), {
  entry: new URL("../dist/index.js", import.meta.url),
});
