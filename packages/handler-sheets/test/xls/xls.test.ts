import { testHandler } from "@reader/testkit";
import { xls } from "../../src/index.ts";

testHandler(xls(), new URL("../../../../fixtures/xls/", import.meta.url));
