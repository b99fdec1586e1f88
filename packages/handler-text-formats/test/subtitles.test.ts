import { testHandler } from "@reader/testkit";
import { subtitles } from "../src/index.ts";

testHandler(subtitles(), new URL("../../../fixtures/subtitles/", import.meta.url), {
  entry: new URL("../dist/index.js", import.meta.url),
});
