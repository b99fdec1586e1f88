import { testHandler } from "@reader/testkit";
import { srt } from "../src/index.ts";

testHandler(srt(), new URL("../fixtures/", import.meta.url));
