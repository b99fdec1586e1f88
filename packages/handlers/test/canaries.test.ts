import { createReader, type Handler } from "@reader/core";
import type { Canary } from "@reader/core/handler";
import { renderText } from "@reader/core/render";
import { isolate, type HandlerDescription } from "@reader/isolate";
import { afterAll, expect, test } from "vitest";
import { isolatedDescriptions } from "../src/index.ts";
import { builtChild } from "./support/built-child.ts";
import { folderWith } from "./support/folder.ts";

const options = { resolveFrom: import.meta.url, childModule: builtChild(import.meta.url) };
const isolation = isolate(isolatedDescriptions, options);
afterAll(() => isolation.close());

const withCanary = isolatedDescriptions.filter(({ canary }) => canary !== undefined);

async function canaryOf({ name, canary }: HandlerDescription): Promise<Canary> {
  if (canary === undefined) throw new Error(`${name} has no canary.`);
  return canary();
}

test.for(withCanary)("the canary of $name is sound, and its handler reads it", async (description) => {
  const { name, bytes, text, mediaType } = await canaryOf(description);
  const found = isolation.handlers.filter((each) => each.name === description.name);
  // A child is given the type of its canary, too.
  const handlers = found.map((handler): Handler => ({ ...handler, sniff: () => mediaType }));
  const reader = createReader({ roots: [folderWith({ [name]: bytes })], handlers });
  const view = description.textByDefault === true ? "document" : "text";
  const outcome = await reader.read({ path: name, view });
  await reader.close();
  expect(outcome).toMatchObject({ ok: true, handler: description.name });
  expect(renderText(outcome)).toContain(text);
  expect(description.mediaTypes).toContain(mediaType);
});

test.for(withCanary.filter(({ name }) => ["docx", "xlsx", "epub"].includes(name)))(
  "the process of $name is kept after a corrupt file",
  async (description) => {
    const canary = await canaryOf(description);
    const own = isolate([description], options);
    try {
      const reader = createReader({
        roots: [folderWith({ [`damaged-${canary.name}`]: damage(canary), [canary.name]: canary.bytes })],
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

/** Overwrites the middle of the file. */
function damage({ bytes }: Canary): Uint8Array {
  return bytes.map((byte, at) => (at > 40 && at < bytes.length - 200 ? 0xff : byte));
}
