import { testHandler } from "@reader/testkit";
import { pdfium } from "../src/index.ts";

const fixtures = new URL("../../../fixtures/pdfium/", import.meta.url);

testHandler(pdfium(), fixtures, {
  entry: new URL("../dist/index.js", import.meta.url),
  allowed: ["@reader/pdf-pages"],
});
