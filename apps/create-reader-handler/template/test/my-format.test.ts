import { testHandler } from "@reader/testkit";
import { myFormat } from "../src/index.ts";

// The conformance suite, and every folder of fixtures against its `expected.txt`, which UPDATE_GOLDENS=1 writes.
testHandler(myFormat(), new URL("../fixtures/", import.meta.url));
