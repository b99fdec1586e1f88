import { testHandler } from "@reader/testkit";
import { ods } from "../../src/ods.ts";

testHandler(ods(), new URL("../../../../fixtures/ods/", import.meta.url));
