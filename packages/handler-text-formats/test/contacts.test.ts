import { testHandler } from "@reader/testkit";
import { contacts } from "../src/index.ts";

testHandler(contacts(), new URL("../../../fixtures/contacts/", import.meta.url), {
  entry: new URL("../dist/index.js", import.meta.url),
});
