import { buildZip } from "@reader/testkit";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openBytes, streamedTextOf, textOf } from "./opening.ts";

/** A fixture that 7-Zip or Info-ZIP packed; the password of all is `secret`. */
function fixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`../../../fixtures/archive/${name}/input.zip`, import.meta.url)));
}

const readme = "# Read me\n\nThis is the way in.\n";
const password = "secret";

test.for(["zip-aes", "zip-aes-128", "zip-aes-192"])(
  "%s opens with its password, at once and in pieces",
  async (name) => {
    const zip = await openBytes(fixture(name), { password });
    expect(await textOf(zip, "tree/readme.md")).toBe(readme);
    expect(await streamedTextOf(zip, "tree/readme.md")).toBe(readme);
  },
);

test("a member tells how it is packed behind the encryption", async () => {
  const zip = await openBytes(fixture("zip-aes"), { password });
  const entry = zip.find("tree/docs/people.csv");
  expect([entry?.isEncrypted, entry?.method, entry?.aes?.keyBytes]).toEqual([true, 0, 32]);
});

test("a wrong password is called that, and the right one is asked for", async () => {
  const zip = await openBytes(fixture("zip-aes"), { password: "Secret" });
  const error = { code: "encrypted", hint: expect.stringContaining("`password`") as string };
  await expect(textOf(zip, "tree/readme.md")).rejects.toMatchObject(error);
  await expect(streamedTextOf(zip, "tree/readme.md")).rejects.toMatchObject(error);
});

test("without a password the member is encrypted, and nothing else is said", async () => {
  const zip = await openBytes(fixture("zip-aes"));
  await expect(textOf(zip, "tree/readme.md")).rejects.toMatchObject({ code: "encrypted" });
});

test("the encryption of PKZIP is named as one that is not read", async () => {
  const zip = await openBytes(fixture("zip-encrypted"), { password });
  const message = expect.stringContaining("in a way that is not read here") as string;
  await expect(textOf(zip, "tree/readme.md")).rejects.toMatchObject({ code: "encrypted", message });
});

test("a changed byte is found, whatever the sum says", async () => {
  const bytes = fixture("zip-aes");
  const { headerAt = 0 } = (await openBytes(bytes)).find("tree/readme.md") ?? {};
  const changed = Uint8Array.from(bytes);
  // Behind the header with its name and field, the salt, and the verifier.
  const at = headerAt + 30 + "tree/readme.md".length + 11 + 16 + 2 + 3;
  changed[at] = (changed[at] ?? 0) ^ 1;
  const zip = await openBytes(changed, { password });
  await expect(streamedTextOf(zip, "tree/readme.md")).rejects.toMatchObject({ code: "corrupt" });
});

test("a member that is too short for its salt is damaged", async () => {
  const bytes = fixture("zip-aes");
  const at = Buffer.from(bytes).indexOf("PK\u0001\u0002");
  const short = Uint8Array.from(bytes);
  for (let from = at; from !== -1; from = Buffer.from(bytes).indexOf("PK\u0001\u0002", from + 1)) short[from + 20] = 12;
  const zip = await openBytes(short, { password });
  await expect(textOf(zip, "tree/readme.md")).rejects.toMatchObject({ code: "corrupt" });
});

test("the encryption is known without the directory, too", async () => {
  const bytes = fixture("zip-aes");
  const directoryAt = Buffer.from(bytes).indexOf("PK\u0001\u0002");
  const zip = await openBytes(bytes.slice(0, directoryAt), { password });
  expect(zip.damage).toContain("missing");
  expect(await textOf(zip, "tree/readme.md")).toBe(readme);
});

test("a field that makes no sense is an encryption that is not known", async () => {
  const bytes = buildZip([{ name: "a.txt", data: "a", packed: new Uint8Array(40), method: 99, flags: 1 }]);
  const zip = await openBytes(bytes, { password });
  await expect(textOf(zip, "a.txt")).rejects.toMatchObject({ code: "encrypted" });
});
