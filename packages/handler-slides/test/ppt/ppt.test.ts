import { testHandler } from "@reader/testkit";
import { ppt } from "../../src/index.ts";

testHandler(ppt(), new URL("../../../../fixtures/ppt/", import.meta.url));
