import { testHandler } from "@reader/testkit";
import { notebook } from "../src/index.ts";

const fixtures = new URL("../../../fixtures/notebook/", import.meta.url);

testHandler(notebook(), fixtures, { entry: new URL("../dist/index.js", import.meta.url) });
