import { defineHandler, text } from "@reader/core/handler";
import { expect, test } from "vitest";
import { callOptions } from "./support/clients.ts";
import { clientOf, readerWith } from "./support/in-process.ts";
import { folderWith } from "./support/files.ts";

/** Calls that run at once, and calls that may wait. */
const taken = 16 + 1000;

test("calls beyond those that may wait are answered with what to do, and the others are read", async () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const handler = defineHandler({
    name: "patient",
    mediaTypes: ["application/x-patient"],
    sniff: (_, name) => (name.endsWith(".patient") ? "application/x-patient" : undefined),
    async *read() {
      await opened;
      yield text("It was read.\n");
    },
  });
  const client = await clientOf(readerWith(folderWith({ "a.patient": "a" }), handler));
  const call = async (): Promise<string> =>
    JSON.stringify(await client.callTool({ name: "read", arguments: { path: "a.patient" } }, callOptions));
  const first = Array.from({ length: taken }, call);
  for (const answer of await Promise.all([call(), call()])) {
    expect(answer).toContain("Error (busy): The server is busy: 1000 calls are already waiting.");
    expect(answer).toContain('"isError":true');
  }
  open();
  for (const answer of await Promise.all(first)) expect(answer).toContain("It was read.");
  expect(await call()).toContain("It was read.");
});
