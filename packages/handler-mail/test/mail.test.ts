import { testHandler } from "@reader/testkit";
import { mail } from "../src/index.ts";

testHandler(mail(), new URL("../../../fixtures/mail/", import.meta.url), {
  entry: new URL("../dist/index.js", import.meta.url),
});
