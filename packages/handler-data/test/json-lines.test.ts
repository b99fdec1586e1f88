import { testHandler } from "@reader/testkit";
import { jsonLines } from "../src/index.ts";

testHandler(jsonLines(), new URL("../../../fixtures/json-lines/", import.meta.url), {
  entry: new URL("../dist/index.js", import.meta.url),
});
