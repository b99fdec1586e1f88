import { testHandler } from "@reader/testkit";
import { odt } from "../../src/odt.ts";

testHandler(odt(), new URL("../../../../fixtures/odt/", import.meta.url));
