import { buildZip } from "@reader/testkit";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openBytes, streamedTextOf, textOf } from "./opening.ts";

/** Opens a fixture that 7-Zip or Info-ZIP packed. All have the password `secret`. */
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

test("a member has the compression method inside the encryption", async () => {
  const zip = await openBytes(fixture("zip-aes"), { password });
  const entry = zip.find("tree/docs/people.csv");
  expect([entry?.isEncrypted, entry?.method, entry?.aes?.keyBytes]).toEqual([true, 0, 32]);
});

test("a wrong password is reported, with a request for the right one", async () => {
  const zip = await openBytes(fixture("zip-aes"), { password: "Secret" });
  const error = { code: "encrypted", hint: expect.stringContaining("`password`") as string };
  await expect(textOf(zip, "tree/readme.md")).rejects.toMatchObject(error);
  await expect(streamedTextOf(zip, "tree/readme.md")).rejects.toMatchObject(error);
});

test("without a password the member is reported as encrypted", async () => {
  const zip = await openBytes(fixture("zip-aes"));
  await expect(textOf(zip, "tree/readme.md")).rejects.toMatchObject({ code: "encrypted" });
});

test("PKZIP encryption is reported as unsupported", async () => {
  const zip = await openBytes(fixture("zip-encrypted"), { password });
  const message = expect.stringContaining("in a way that is not supported") as string;
  await expect(textOf(zip, "tree/readme.md")).rejects.toMatchObject({ code: "encrypted", message });
});

test("a changed byte is detected without the checksum", async () => {
  const bytes = fixture("zip-aes");
  const { headerAt = 0 } = (await openBytes(bytes)).find("tree/readme.md") ?? {};
  const changed = Uint8Array.from(bytes);
  // After the header with its name and field, the salt and the verifier.
  const at = headerAt + 30 + "tree/readme.md".length + 11 + 16 + 2 + 3;
  changed[at] = (changed[at] ?? 0) ^ 1;
  const zip = await openBytes(changed, { password });
  await expect(streamedTextOf(zip, "tree/readme.md")).rejects.toMatchObject({ code: "corrupt" });
});

test("a member shorter than its salt is damaged", async () => {
  const bytes = fixture("zip-aes");
  const at = Buffer.from(bytes).indexOf("PK\u0001\u0002");
  const short = Uint8Array.from(bytes);
  for (let from = at; from !== -1; from = Buffer.from(bytes).indexOf("PK\u0001\u0002", from + 1)) short[from + 20] = 12;
  const zip = await openBytes(short, { password });
  await expect(textOf(zip, "tree/readme.md")).rejects.toMatchObject({ code: "corrupt" });
});

test("encryption is detected without the directory", async () => {
  const bytes = fixture("zip-aes");
  const directoryAt = Buffer.from(bytes).indexOf("PK\u0001\u0002");
  const zip = await openBytes(bytes.slice(0, directoryAt), { password });
  expect(zip.damage).toContain("missing");
  expect(await textOf(zip, "tree/readme.md")).toBe(readme);
});

test("an invalid field is an unknown encryption", async () => {
  const bytes = buildZip([{ name: "a.txt", data: "a", packed: new Uint8Array(40), method: 99, flags: 1 }]);
  const zip = await openBytes(bytes, { password });
  await expect(textOf(zip, "a.txt")).rejects.toMatchObject({ code: "encrypted" });
});
