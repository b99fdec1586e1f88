import { testHandler } from "@reader/testkit";
import { odp } from "../../src/index.ts";

testHandler(odp(), new URL("../../../../fixtures/odp/", import.meta.url));
