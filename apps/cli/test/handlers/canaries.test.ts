import { readFileSync } from "node:fs";
import { createReader } from "@reader/core";
import { renderText } from "@reader/core/render";
import { isolate, type Canary, type HandlerDescription } from "@reader/isolate";
import { afterAll, expect, test } from "vitest";
import { formats } from "../../src/handlers/handlers.ts";
import { docBytes, pptBytes } from "../../src/handlers/packed-canaries.ts";
import { folderWith } from "../support/folder.ts";

const isolation = isolate(formats, { resolveFrom: new URL("../../src/handlers/handlers.ts", import.meta.url).href });
afterAll(() => isolation.close());

const described = formats.filter((format): format is HandlerDescription => !("specVersion" in format));
const canaryOf = async ({ canary }: HandlerDescription): Promise<Canary | undefined> =>
  typeof canary === "function" ? canary() : canary;

test("every handler has a canary but those of XLSB, encrypted packages and outlines", () => {
  const without = described.filter(({ canary }) => canary === undefined).map(({ name }) => name);
  expect(without).toEqual(["xlsb", "encryptedOffice", "outline"]);
  expect(described).toHaveLength(formats.length);
});

test.for(described.filter(({ canary }) => canary !== undefined))(
  "the canary of $name is sound, and is read by its handler",
  async (description) => {
    const canary = await canaryOf(description);
    if (canary === undefined) throw new Error("There is no canary.");
    const { name, bytes, text, mediaType } = canary;
    const handler = isolation.handlers.find((each) => each.name === description.name);
    if (handler === undefined) throw new Error("There is no handler.");
    // A child is told the type of its canary, too.
    const told = { ...handler, sniff: () => mediaType };
    const reader = createReader({ roots: [folderWith({ [name]: bytes })], handlers: [told] });
    const outcome = await reader.read({ path: name, view: "text" });
    await reader.close();
    expect(outcome).toMatchObject({ ok: true, handler: description.name });
    expect(renderText(outcome)).toContain(text);
    expect(description.mediaTypes).toContain(mediaType);
  },
);

test.for(described.filter(({ name }) => ["docx", "xlsx", "epub"].includes(name)))(
  "after a damaged file the process of $name is kept",
  async (description) => {
    const canary = await canaryOf(description);
    if (canary === undefined) throw new Error("There is no canary.");
    const own = isolate([description], {
      resolveFrom: new URL("../../src/handlers/handlers.ts", import.meta.url).href,
    });
    try {
      const damaged = damage(canary);
      const reader = createReader({
        roots: [folderWith({ [`damaged-${canary.name}`]: damaged, [canary.name]: canary.bytes })],
        handlers: own.handlers,
      });
      const outcome = await reader.read(`damaged-${canary.name}`);
      expect(outcome).toMatchObject({ ok: false, error: { code: "corrupt" } });
      expect(await reader.read(canary.name)).toMatchObject({ ok: true });
      expect(own.handlers[0]).toMatchObject({ condemned: 0 });
      await reader.close();
    } finally {
      await own.close();
    }
  },
);

/** The same with its middle overwritten. */
function damage({ bytes }: Canary): Uint8Array {
  return bytes.map((byte, at) => (at > 40 && at < bytes.length - 200 ? 0xff : byte));
}

test("the packed canaries are the fixtures that they are said to be", () => {
  const fixture = (name: string): Uint8Array =>
    new Uint8Array(readFileSync(new URL(`../../../../fixtures/${name}`, import.meta.url)));
  expect(docBytes()).toEqual(fixture("doc/report-libreoffice/input.doc"));
  expect(pptBytes()).toEqual(fixture("ppt/one-slide/input.ppt"));
});
