import { createPolicy, createReader } from "@reader/core";
import { renderText } from "@reader/core/render";
import { memoryFileSystem } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { mail } from "../src/index.ts";
import { lines } from "./fixture-files.ts";
import { outlookItem } from "./make-outlook.ts";

/** Reads an item in memory, and returns what a model sees. */
async function shown(item: Uint8Array, request: object = {}, deny: readonly string[] = []): Promise<string> {
  const fileSystem = memoryFileSystem({ entries: { "/x.msg": item } });
  const reader = createReader({ handlers: [mail()], fileSystem, roots: ["/"], policy: createPolicy({ deny }) });
  return renderText(await reader.read({ path: "x.msg", ...request }));
}

const tags = {
  messageCodePage: "3ffd0003",
  internetCodePage: "3fde0003",
  subject: "0037001e",
  body: "1000001e",
} as const;

describe("strings in eight bits", () => {
  const cyrillic = "\xcf\xf0\xe8\xe2\xe5\xf2";
  const utf8 = Buffer.from("Привет").toString("latin1");

  test.for([
    ["Windows-1252 without a code page", "an email\x85", {}, "an email…"],
    ["UTF-8 without a code page, if all of them are", utf8, {}, "Привет"],
    ["Windows-1252, if UTF-8 is declared for the mail only", "\xfc", { [tags.internetCodePage]: 65_001 }, "ü"],
    ["the code page of the mail", cyrillic, { [tags.internetCodePage]: 1251 }, "Привет"],
    ["Windows-1252 in a mail in Latin 1", "an email\x85", { [tags.internetCodePage]: 28_591 }, "an email…"],
    [
      "the code page of the item",
      cyrillic,
      { [tags.messageCodePage]: 1251, [tags.internetCodePage]: 20_127 },
      "Привет",
    ],
    ["Windows-1252 with a code page that is unknown", "an email\x85", { [tags.messageCodePage]: 12 }, "an email…"],
  ] as const)("are %s", async ([, text, properties, expected]) => {
    const item = outlookItem({ [tags.subject]: "s", [tags.body]: text, ...properties });
    expect(await shown(item)).toContain(`\t${expected}`);
  });

  test("are the HTML body", async () => {
    const page = '<meta charset="windows-1251"><p>\xcf\xf0\xe8\xe2\xe5\xf2 <b>Mir</b></p>';
    const item = outlookItem({ [tags.subject]: "s", [tags.body]: "plain", "1013001e": page });
    expect(await shown(item)).toContain("Привет **Mir**");
    expect(await shown(item, { select: "html" })).toContain("<p>Привет <b>Mir</b></p>");
  });
});

describe("a sender whose address is inside an Exchange server", () => {
  const sender = { "0c1a001f": "Ada L", "0c1f001f": "/O=ORG/CN=ADA" };

  test.for([
    ["has the address of the header", "From: Ada L <ada@example.org>", "Ada L <ada@example.org>"],
    [
      "is not the author for whom the mail was sent",
      "Sender: Ada L <ada@example.org>\r\nFrom: b@example.org",
      "Ada L <ada@example.org>",
    ],
    [
      "has the address of the author, if a mailing list sent the mail",
      "From: Ada L <ada@example.org>\r\nSender: list-bounces@example.org",
      "Ada L <ada@example.org>",
    ],
    [
      "is the author, if both have the name",
      "Sender: Ada L <list@example.org>\r\nFrom: Ada L <ada@example.org>",
      "Ada L <ada@example.org>",
    ],
    ["has no address without a header", "", "Ada L"],
    ["has no address, if the header is too large", `From: ada@example.org\r\nX: ${"a".repeat(3_000_000)}`, "Ada L"],
    ["has no address, if the header has none", "X-From: ada@example.org", "Ada L"],
  ] as const)("%s", async ([, header, expected]) => {
    const item = outlookItem({ ...sender, ...(header === "" ? {} : { "007d001f": `${header}\r\n\r\n` }) });
    expect(await shown(item)).toContain(`From: ${expected}\n`);
  });

  test("does not replace another address", async () => {
    const item = outlookItem({ ...sender, "0c1f001f": "ada@a.example", "007d001f": "From: ada@b.example\r\n\r\n" });
    expect(await shown(item)).toContain("From: Ada L <ada@a.example>");
  });
});

describe("a protected item", () => {
  const signedPart = (protocol: string): string =>
    lines(
      `Content-Type: multipart/signed; protocol="application/${protocol}"; boundary=b`,
      "",
      "--b",
      "",
      "the signed words",
      "--b",
      `Content-Type: application/${protocol}`,
      "",
      "signature",
      "--b--",
    );
  const item = (messageClass: string, content: string | Uint8Array): Uint8Array =>
    outlookItem({ "001a001e": `IPM.Note.${messageClass}`, "0037001f": "s" }, [
      { "3707001f": "smime.p7m", "37010102": Buffer.from(content) },
    ]);

  test.for([
    ["PGP", "pgp-signature"],
    ["S/MIME", "pkcs7-signature"],
  ] as const)("that is signed with %s shows what was sent", async ([words, protocol]) => {
    const text = await shown(item("SMIME.MultipartSigned", signedPart(protocol)));
    expect(text).toContain(`Protection: signed with ${words} (the signature was not verified)`);
    expect(text).toContain("the signed words");
    expect(text).toContain(`application/${protocol}`);
  });

  test("that is signed by an unknown protocol is signed with S/MIME", async () => {
    expect(await shown(item("SMIME.MultipartSigned", "no signature"))).toContain("Protection: signed with S/MIME");
  });

  test("that is signed and holds a header that is too large is shown without it", async () => {
    const text = await shown(item("SMIME.MultipartSigned", lines(`X: ${"a".repeat(3_000_000)}`, "", "words")));
    expect(text).toContain("Subject: s");
    expect(text).toContain("attachment/smime.p7m");
  });

  test("with the content inside a signature shows it", async () => {
    const text = await shown(item("SMIME", Buffer.from(signedObject, "hex")));
    expect(text).toContain("Protection: signed with S/MIME (the signature was not verified)");
    expect(text).toContain("words");
  });

  test.for([
    ["SMIME", Buffer.from(signedObject, "hex")],
    ["SMIME.MultipartSigned", signedPart("pgp-signature")],
  ] as const)("is not shown, if the policy denies its content: %s", async ([messageClass, content]) => {
    const text = await shown(item(messageClass, content), {}, ["*.p7m"]);
    expect(text).toMatch(/attachment\/smime\.p7m · .* \[denied by policy\]/);
    expect(text).not.toContain("words");
  });

  test("that is encrypted names the command for its attachment", async () => {
    const text = await shown(item("SMIME", Buffer.from(signedObject.replace("010702", "010703"), "hex")));
    expect(text).toContain("Save smime.p7m: `openssl cms -decrypt -inform DER -in smime.p7m -inkey KEY.pem`");
  });
});

/** An object of CMS in BER whose content is `words` after an empty line: SignedData, its version, digests and content. */
const signedObject =
  "308006092a864886f70d010702a0803080020101310030800609" +
  "2a864886f70d010701a0800407" +
  `${Buffer.from("\r\nwords").toString("hex")}00000000310000000000000000`;
