import { testHandler } from "@reader/testkit";
import { rtf } from "../../src/index.ts";

testHandler(rtf(), new URL("../../../../fixtures/rtf/", import.meta.url));
