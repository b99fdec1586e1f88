import { existsSync, readFileSync } from "node:fs";
import type { Handler } from "@reader/core";
import { collect } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { odp } from "@reader/handler-slides";
import { ods } from "@reader/handler-sheets";
import { odt } from "@reader/handler-word";
import { lockedOdf } from "./locked-odf.ts";
import { corpus } from "../support/corpus.ts";

const content = (body: string): string =>
  '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0">' +
  `<office:body>${body}</office:body></office:document-content>`;

const documents: readonly (readonly [name: string, handler: Handler, body: string])[] = [
  ["text", odt(), "<office:text><text:p>Under lock and key</text:p></office:text>"],
  [
    "spreadsheet",
    ods(),
    '<office:spreadsheet><table:table table:name="S"><table:table-row><table:table-cell office:value-type="string"><text:p>Under lock and key</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>',
  ],
  [
    "presentation",
    odp(),
    "<office:presentation><draw:page><draw:frame><draw:text-box><text:p>Under lock and key</text:p></draw:text-box></draw:frame></draw:page></office:presentation>",
  ],
];

describe.for(documents)("an encrypted %s", ([, handler, body]) => {
  const parts = { "content.xml": content(body), "styles.xml": content("") };

  test.for(["sha1", "sha256"] as const)("is read with its password, by %s", async (hash) => {
    const { text, error } = await collect(handler, lockedOdf(parts, "käse", { hash }), { password: "käse" });
    expect([text, error]).toEqual([expect.stringContaining("Under lock and key"), undefined]);
  });

  test("asks for its password, and says that one is wrong", async () => {
    const locked = lockedOdf(parts, "käse");
    expect((await collect(handler, locked)).error).toMatchObject({
      code: "encrypted",
      message: expect.stringContaining("with a password"),
      hint: expect.stringContaining("`password`"),
    });
    expect((await collect(handler, locked, { password: "kase" })).error).toMatchObject({
      code: "encrypted",
      message: expect.stringContaining("password is wrong"),
    });
  });

  test.for([
    ["Blowfish", { algorithm: "Blowfish CFB" }],
    ["more rounds than anybody waits for", { rounds: 10, saidRounds: "1000001" }],
    ["half a round", { rounds: 1, saidRounds: "0.5" }],
  ] as const)("by %s is called so", async ([, locking]) => {
    expect((await collect(handler, lockedOdf(parts, "a", locking), { password: "a" })).error).toMatchObject({
      code: "encrypted",
      message: expect.stringContaining("in a way that is not read"),
    });
  });
});

test("the method that is not read is named, without the address it stands in", async () => {
  const parts = { "content.xml": content("<office:text/>") };
  const named = async (algorithm: string): Promise<unknown> =>
    (await collect(odt(), lockedOdf(parts, "a", { algorithm }), { password: "a" })).error;
  expect(await named("Blowfish CFB")).toMatchObject({
    message: expect.stringContaining("not read (Blowfish CFB, PBKDF2)"),
  });
  expect(await named("http://www.w3.org/2009/xmlenc11#aes256-gcm")).toMatchObject({
    message: expect.stringContaining("(aes256-gcm, PBKDF2)"),
  });
});

test("an encrypted bomb is too large", async () => {
  const parts = { "content.xml": content(`<office:text>${" ".repeat(20_000_000)}</office:text>`) };
  expect((await collect(odt(), lockedOdf(parts, "a"), { password: "a" })).error).toMatchObject({ code: "too-large" });
});

const file = new URL("hostile/tika-hostile/93bc474db8-testODTEncrypted.odt", corpus);

test.skipIf(!existsSync(file))(
  "a text of LibreOffice is read with its password (skipped without the corpus)",
  async () => {
    const { text } = await collect(odt(), new Uint8Array(readFileSync(file)), { password: "tika" });
    expect(text).toContain("This should be encrypted.");
  },
);
