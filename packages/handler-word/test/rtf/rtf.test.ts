import { testHandler } from "@reader/testkit";
import { rtf } from "../../src/rtf.ts";

testHandler(rtf(), new URL("../../../../fixtures/rtf/", import.meta.url));
