import { testHandler } from "@reader/testkit";
import { html } from "../src/index.ts";

testHandler(html(), new URL("../../../fixtures/html/", import.meta.url), {
  entry: new URL("../dist/index.js", import.meta.url),
});
