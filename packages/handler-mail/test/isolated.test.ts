import { isolate } from "@reader/isolate";
import { testHandlerIsolated } from "@reader/testkit";
import { mail } from "../src/index.ts";
import { builtChild } from "./support/built-child.ts";

const resolveFrom = import.meta.url;

testHandlerIsolated(mail(), new URL("../../../fixtures/mail/", resolveFrom), () =>
  isolate([mail()], { resolveFrom, childModule: builtChild(resolveFrom) }),
);
