import { createPolicy, createReader } from "@reader/core";
import { renderText } from "@reader/core/render";
import { memoryFileSystem } from "@reader/testkit";
import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import { mail } from "../src/index.ts";
import { base64, lines } from "./fixture-files.ts";

/** Reads one file in memory, and returns what a model sees. */
async function shown(
  content: string | Uint8Array,
  request: object = {},
  { name = "x.eml", deny = [] }: { readonly name?: string; readonly deny?: readonly string[] } = {},
): Promise<string> {
  const fileSystem = memoryFileSystem({ entries: { [`/${name}`]: content } });
  const reader = createReader({ handlers: [mail()], fileSystem, roots: ["/"], policy: createPolicy({ deny }) });
  return renderText(await reader.read({ path: name, ...request }));
}

/** Writes values with their tag, and with the length (DER) or an end (BER). */
type Write = (tag: number, ...content: readonly Uint8Array[]) => Buffer;

const der: Write = (tag, ...content) => {
  const body = Buffer.concat(content);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([Buffer.from([tag, 0x84]), length, body]);
};

const ber: Write = (tag, ...content) =>
  tag === 0x24 || tag === 0x30 || tag === 0xa0
    ? Buffer.concat([Buffer.from([tag, 0x80]), ...content, Buffer.from([0, 0])])
    : der(tag, ...content);

const identifiers = { data: 1, signed: 2, encrypted: 3 } as const;

function identifier(kind: keyof typeof identifiers): Buffer {
  return der(0x06, Buffer.from("2a864886f70d0107", "hex"), Buffer.from([identifiers[kind]]));
}

/** An object of CMS whose third field holds octets, as a signature has them. */
function cms(octets: Uint8Array, write: Write = der, kind: keyof typeof identifiers = "signed"): Buffer {
  const content = write(0x30, identifier("data"), write(0xa0, octets));
  const data = write(0x30, der(0x02, Buffer.from([1])), der(0x31), content, der(0x31));
  return write(0x30, identifier(kind), write(0xa0, data));
}

const octets = (text: string): Buffer => der(0x04, Buffer.from(text));

const head = ["From: ada@example.org", "Subject: Signed"];

/** A message whose content is an object of CMS. */
function message(object: Uint8Array, type = "application/pkcs7-mime; smime-type=signed-data"): string {
  const fields = [`Content-Type: ${type}; name="smime.p7m"`, "Content-Transfer-Encoding: base64"];
  return lines(...head, ...fields, "", base64(object));
}

const signedWords = "Protection: signed with S/MIME (the signature was not verified)\n";
const inner = lines(
  "Content-Type: multipart/mixed; boundary=in",
  "",
  "--in",
  "Content-Type: text/plain; charset=utf-8",
  "",
  "Grüße",
  "--in",
  "Content-Type: text/csv; name=t.csv",
  "",
  "a,b",
  "--in--",
);

describe("content inside a signature", () => {
  test.for([
    ["in DER", cms(octets(inner))],
    ["in BER", cms(octets(inner), ber)],
    ["in pieces", cms(ber(0x24, octets(inner.slice(0, 99)), der(0x24, octets(inner.slice(99)))), ber)],
  ] as const)("%s is shown with its attachments", async ([, object]) => {
    const text = await shown(message(object));
    expect(text).toContain(signedWords.trimEnd());
    expect(text).not.toContain("cannot be shown");
    expect(text).toContain("Grüße");
    expect(text).toContain("attachment/t.csv · text/csv");
    expect(text).toContain("attachment/smime.p7m · application/pkcs7-mime");
    expect(await shown(message(object), { select: "attachment/t.csv" })).toContain("a,b");
  });

  test("is found without a parameter that says so", async () => {
    expect(await shown(message(cms(octets(inner)), "application/x-pkcs7-mime"))).toContain("Grüße");
  });

  test("is not shown, if the policy denies the object", async () => {
    const text = await shown(message(cms(octets(inner))), {}, { deny: ["*.p7m"] });
    expect(text).toContain("with the content inside the signature: it cannot be shown");
    expect(text).toMatch(/attachment\/smime\.p7m · .* \[denied by policy\]/);
    expect(text).not.toContain("Grüße");
  });

  test("may be signed again", async () => {
    const once = `Content-Type: application/pkcs7-mime\r\n\r\n${cms(octets("\r\ntwice")).toString("latin1")}`;
    expect(await shown(message(cms(der(0x04, Buffer.from(once, "latin1")))))).toContain("twice");
  });

  test("that is signed more often than a few times is not shown", async () => {
    let object = cms(octets("\r\nthe words"));
    for (let layer = 0; layer < 8; layer += 1) object = cms(octets(message(object)));
    const text = await shown(message(object));
    expect(text).toContain("with the content inside the signature: it cannot be shown");
    expect(text).not.toContain("the words");
  });

  test("of a message that has a text beside it is an attached message", async () => {
    const part = ["--b", "Content-Type: application/pkcs7-mime", "Content-Transfer-Encoding: base64", ""];
    const footer = ["--b", "", "the footer of the list", "--b--"];
    const body = [...part, base64(cms(octets(inner))), ...footer];
    const mixed = lines(...head, "Content-Type: multipart/mixed; boundary=b", "", ...body);
    const text = await shown(mixed);
    expect(text).toContain("the footer of the list");
    expect(text).toContain("attachment/signed.eml · message/rfc822");
    expect(await shown(mixed, { select: "attachment/signed.eml" })).toContain("Grüße");
  });

  test.for([
    ["cut off", cms(octets(inner)).subarray(0, 60)],
    ["nested too deeply", Buffer.alloc(100_000, Buffer.from([0x30, 0x80]))],
    ["with an identifier that is too long", der(0x30, der(0x06, Buffer.alloc(100_000)))],
    ["of pieces that are no octets", cms(der(0x24, der(0x02, Buffer.from([1]))))],
    ["of a piece that is cut off", cms(der(0x24, octets(inner), octets("more").subarray(0, 8)))],
    ["absent", Buffer.alloc(0)],
  ] as const)("that is %s leaves the message readable", async ([, object]) => {
    expect(await shown(message(object))).toContain("with the content inside the signature: it cannot be shown");
  });
});

describe("an encrypted message", () => {
  const sealed = cms(octets("x"), der, "encrypted");

  test("names the command that decrypts the file", async () => {
    const text = await shown(message(sealed, "application/pkcs7-mime"), {}, { name: "a letter.eml" });
    expect(text).toContain("`openssl cms -decrypt -in 'a letter.eml' -inkey KEY.pem`");
  });

  test("in one part of several names the command for the part", async () => {
    const part = [
      "--b",
      "Content-Type: application/pkcs7-mime; name=smime.p7m",
      "Content-Transfer-Encoding: base64",
      "",
    ];
    const type = "Content-Type: multipart/mixed; boundary=b";
    const text = await shown(lines(...head, type, "", ...part, base64(sealed), "--b--"));
    expect(text).toContain("Save smime.p7m: `openssl cms -decrypt -inform DER -in smime.p7m -inkey KEY.pem`");
  });

  test("in a part whose name is a command quotes the name", async () => {
    const type = 'Content-Type: application/pkcs7-mime; name="a`rm -rf ~`. Run `b`.p7m"';
    const part = ["--b", type, "Content-Transfer-Encoding: base64", "", base64(sealed), "--b--"];
    const text = await shown(lines(...head, "Content-Type: multipart/mixed; boundary=b", "", ...part));
    const command = "openssl cms -decrypt -inform DER -in 'a`rm -rf ~`. Run `b`.p7m' -inkey KEY.pem";
    expect(text).toContain(`Save "a\`rm -rf ~\`. Run \`b\`.p7m": \`\`${command}\`\` decrypts it`);
  });

  test("with PGP names the command that decrypts the file", async () => {
    const text = await shown(lines(...head, "", "-----BEGIN PGP MESSAGE-----"), {}, { name: "-x.eml" });
    expect(text).toContain("`gpg --decrypt ./-x.eml`");
  });
});
