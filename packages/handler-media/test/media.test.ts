import { testHandler } from "@reader/testkit";
import { media } from "../src/index.ts";

testHandler(media(), new URL("../../../fixtures/media/", import.meta.url), {
  entry: new URL("../dist/index.js", import.meta.url),
});
