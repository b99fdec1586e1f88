import { testHandler } from "@reader/testkit";
import { ods } from "../../src/index.ts";

testHandler(ods(), new URL("../../../../fixtures/ods/", import.meta.url));
