import { testHandler } from "@reader/testkit";
import { odp } from "../../src/odp.ts";

testHandler(odp(), new URL("../../../../fixtures/odp/", import.meta.url));
