import { testHandler } from "@reader/testkit";
import { image } from "../src/index.ts";

const fixtures = new URL("../../../fixtures/image/", import.meta.url);

testHandler(image(), fixtures, { entry: new URL("../dist/index.js", import.meta.url) });
