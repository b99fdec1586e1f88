import { testHandler } from "@reader/testkit";
import { doc } from "../../src/index.ts";

testHandler(doc(), new URL("../../../../fixtures/doc/", import.meta.url));
