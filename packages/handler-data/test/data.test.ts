import { testHandler } from "@reader/testkit";
import { data } from "../src/index.ts";

testHandler(data(), new URL("../../../fixtures/data/", import.meta.url), {
  entry: new URL("../dist/index.js", import.meta.url),
});
