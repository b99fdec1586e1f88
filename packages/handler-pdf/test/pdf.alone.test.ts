import { testHandler } from "@reader/testkit";
import { pdf } from "../src/index.ts";

const fixtures = new URL("../../../fixtures/pdf/", import.meta.url);

testHandler(pdf(), fixtures, {
  entry: new URL("../dist/index.js", import.meta.url),
  allowed: ["@reader/pdf-pages"],
});
