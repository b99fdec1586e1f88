import { testHandler } from "@reader/testkit";
import { odt } from "../../src/index.ts";

testHandler(odt(), new URL("../../../../fixtures/odt/", import.meta.url));
