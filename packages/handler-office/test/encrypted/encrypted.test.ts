import { text } from "@reader/core/handler";
import { collect } from "@reader/testkit";
import { expect, test } from "vitest";
import { encryptedOffice } from "@reader/handler-word";
import { errorOf } from "../support/read-all.ts";
import { compound, encryptedPackage } from "./encrypted-package.ts";

const content = Uint8Array.from({ length: 10_001 }, (_, index) => index % 251);
const locked = encryptedPackage(content, "käse");

test("hands what is inside to whoever reads it, with what is wanted of it", async () => {
  const seen: unknown[] = [];
  const { text: shown } = await collect(encryptedOffice(), locked, {
    name: "a.docx",
    password: "käse",
    select: "Methods",
    pages: [{ first: 2 }],
    async *nested(name, bytes, wish) {
      seen.push(name, bytes, wish);
      yield text("inside\n");
    },
  });
  expect(shown).toBe("inside\n");
  expect(seen).toEqual(["a.docx", content, { select: "Methods", pages: [{ first: 2 }] }]);
});

test("asks for the password, and says that one is wrong", async () => {
  expect(await errorOf(encryptedOffice(), locked)).toMatchObject({
    code: "encrypted",
    hint: expect.stringContaining("`password`"),
  });
  expect(await errorOf(encryptedOffice(), locked, { password: "kase" })).toMatchObject({
    code: "encrypted",
    message: expect.stringContaining("password is wrong"),
  });
});

test("opens what is encrypted only against changes", async () => {
  const { text: shown } = await collect(encryptedOffice(), encryptedPackage(content, "VelvetSweatshop"), {
    name: "a.xlsx",
  });
  expect(shown).toBe("(nested a.xlsx, 10001 bytes)\n");
});

test.for([
  ["rights management", compound({ EncryptedPackage: content })],
  [
    "a version that nobody knows",
    compound({ EncryptedPackage: content, EncryptionInfo: Uint8Array.of(9, 0, 9, 0, 0, 0, 0, 0) }),
  ],
  ["more rounds than anybody waits for", encryptedPackage(content, "a")],
] as const)("calls %s encrypted", async ([, bytes]) => {
  const spun = Buffer.from(bytes).toString("latin1").replace('spinCount="100"', 'spinCount="1e9"');
  expect(await errorOf(encryptedOffice(), Uint8Array.from(Buffer.from(spun, "latin1")))).toMatchObject({
    code: "encrypted",
  });
});

test("gives a typed error for what is no compound file", async () => {
  expect(await errorOf(encryptedOffice(), content)).toMatchObject({ code: "corrupt" });
});

test("refuses a salt of a megabyte, which would be hashed for each part of the document", async () => {
  const salted = encryptedPackage(content, "VelvetSweatshop", { dataSaltBytes: 1_000_000 });
  expect(await errorOf(encryptedOffice(), salted)).toMatchObject({ code: "encrypted" });
  const usual = encryptedPackage(content, "VelvetSweatshop", { dataSaltBytes: 1024 });
  expect((await collect(encryptedOffice(), usual)).error).toBeUndefined();
});
