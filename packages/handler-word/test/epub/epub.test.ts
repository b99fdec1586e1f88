import { testHandler } from "@reader/testkit";
import { epub } from "../../src/index.ts";

testHandler(epub(), new URL("../../../../fixtures/epub/", import.meta.url));
