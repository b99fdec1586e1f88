import { createReader, type Handler } from "@reader/core";
import { renderText } from "@reader/core/render";
import { archive } from "@reader/handler-archive";
import { image } from "@reader/handler-image";
import { office } from "@reader/handler-office";
import { pdf } from "@reader/handler-pdf";
import { outline } from "@reader/outline";
import { expect, test } from "vitest";
import { imageCanary, pdfCanary } from "../../src/handlers/canaries.ts";
import { isolatedHandlers, ownHandlers } from "../../src/handlers/handlers.ts";
import { folderWith } from "../support/folder.ts";

const whole: readonly Handler[] = [pdf(), image()];

test.for([
  ["isolated", isolatedHandlers()],
  ["in this process", ownHandlers()],
] as const)("what is described of a handler is what its package says: %s", ([, handlers]) => {
  for (const packaged of [...whole, archive(), ...office(), outline()]) {
    const { name, mediaTypes, origin, outlinesOnly } = packaged;
    const described = handlers.find((handler) => handler.name === name);
    expect(described).toMatchObject({ mediaTypes, origin });
    expect([name, described?.outlinesOnly, described?.outline !== undefined]).toEqual([
      name,
      outlinesOnly,
      packaged.outline !== undefined,
    ]);
  }
});

test("whatever a package of Office documents tells apart itself is told apart before it is loaded", () => {
  const own = ownHandlers();
  const sniffing = office().filter(({ sniff }) => sniff !== undefined);
  const described = sniffing.map(({ name }) => own.find((handler) => handler.name === name));
  expect(described.map((handler) => handler?.sniff)).toEqual(sniffing.map(({ sniff }) => sniff));
});

test.for([pdfCanary(), imageCanary()])("$name is sound, and its text is read", async ({ name, bytes, text }) => {
  const folder = folderWith({ [name]: bytes });
  const outcome = await createReader({ roots: [folder], handlers: whole }).read(name);
  expect(outcome).toMatchObject({ ok: true, notices: [] });
  expect(renderText(outcome)).toContain(text);
});
