import { createPolicy, createReader, type Policy } from "@reader/core";
import { renderText } from "@reader/core/render";
import { memoryFileSystem } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { mail } from "../src/index.ts";
import { base64, lines } from "./fixture-files.ts";

/** Reads a message in memory, and returns what a model sees. */
async function shown(content: string | Uint8Array, request: object = {}, policy?: Policy): Promise<string> {
  const fileSystem = memoryFileSystem({ entries: { "/x.eml": content } });
  const reader = createReader({
    handlers: [mail()],
    fileSystem,
    roots: ["/"],
    ...(policy === undefined ? {} : { policy }),
  });
  return renderText(await reader.read({ path: "x.eml", ...request }));
}

const latin = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));

/** The bytes of Cyrillic words in KOI8-R. */
const hello = "\xf0\xd2\xc9\xd7\xc5\xd4, \xdc\xd4\xcf \xd0\xc9\xd3\xd8\xcd\xcf";

describe("a charset that is missing or wrong", () => {
  const german = "Sch\xf6ne Gr\xfc\xdfe aus M\xfcnchen, die \xdcbergabe ist f\xfcr morgen geplant.";
  const germanUtf8 = Buffer.from(german).toString("latin1");

  test.for([
    ["text without a charset", "", german],
    ["text that claims to be ASCII", "Content-Type: text/plain; charset=us-ascii", germanUtf8],
    ["text that claims to be Latin 1", "Content-Type: text/plain; charset=iso-8859-1", germanUtf8],
    ["text that claims to be UTF-8", "Content-Type: text/plain; charset=utf-8", german],
    ["text in an unknown charset", "Content-Type: text/plain; charset=x-unknown-42", germanUtf8],
  ] as const)("%s is decoded by its bytes", async ([, type, body]) => {
    const head = ["From: a@example.org", "Subject: x", ...(type === "" ? [] : [type])];
    expect(await shown(latin(lines(...head, "", body)))).toContain("Schöne Grüße aus München, die Übergabe");
  });

  test("HTML is decoded by the declaration of the page", async () => {
    const page = '<meta charset="windows-1251"><p>\xcf\xf0\xe8\xe2\xe5\xf2</p>';
    expect(await shown(latin(lines("From: a@example.org", "Content-Type: text/html", "", page)))).toContain("Привет");
  });

  test("UTF-7 is decoded", async () => {
    const text = lines(
      "From: a@example.org",
      "Content-Type: text/plain; charset=utf-7",
      "",
      "caf+AOk- +- cr+AOg-me +2D3eAA-",
    );
    expect(await shown(text)).toContain("café + crème 😀");
  });

  test("a body in quoted-printable is decoded too, and the parts beside it stay", async () => {
    const parts = [
      "--b",
      "Content-Type: text/plain; charset=unknown-8bit",
      "Content-Transfer-Encoding: quoted-printable",
      "",
      "Gr=C3=BC=C3=9Fe",
      "--b",
      "Content-Type: text/csv; name=t.csv",
      "Content-Disposition: attachment; filename=t.csv",
      "",
      "a,b",
      "--b--",
    ];
    const message = lines("From: a@example.org", 'Content-Type: multipart/mixed; boundary="b"', "", ...parts);
    const text = await shown(message);
    expect(text).toContain("Grüße");
    expect(text).toContain("attachment/t.csv · text/csv");
    expect(await shown(message, { select: "headers" })).toContain('multipart/mixed; boundary="b"');
  });

  test("a decoded line that looks like a boundary divides nothing", async () => {
    const body = base64(latin("Gr\xfc\xdfe\n--b\nContent-Type: text/plain\n\nmore\n--b--\nend"));
    const part = ["--b", "Content-Type: text/plain; charset=iso-8859-1", "Content-Transfer-Encoding: base64", "", body];
    const message = lines("From: a@example.org", "Content-Type: multipart/mixed; boundary=b", "", ...part, "--b--");
    expect(await shown(message)).toMatch(/Grüße\n\d+\t--b\n[^]*more\n\d+\t--b--\n\d+\tend/);
  });
});

describe("header lines", () => {
  test("in another encoding are decoded by the charset of the body", async () => {
    const head = [`From: "${hello}" <a@example.org>`, `Subject: ${hello}`, "Content-Type: text/plain; charset=koi8-r"];
    const text = await shown(latin(lines(...head, "", hello)));
    expect(text).toContain('From: "Привет, это письмо" <a@example.org>');
    expect(text).toContain("Subject: Привет, это письмо");
    expect(await shown(latin(lines(...head, "", hello)), { select: "headers" })).not.toContain("base64");
  });

  test("with a character divided between two padded words are joined", async () => {
    const subject = "=?utf-8?B?5pel5pys6A==?= =?utf-8?B?qp4=?= and more";
    expect(await shown(lines("From: a@example.org", `Subject: ${subject}`, "", "x"))).toContain(
      "Subject: 日本語 and more",
    );
  });

  test("quote a name with a comma", async () => {
    const text = await shown(lines('From: "Byron, Ada" <a@example.org>', "To: Bob <b@example.org>", "", "x"));
    expect(text).toContain('From: "Byron, Ada" <a@example.org>');
    expect(text).toContain("To: Bob <b@example.org>");
  });

  test("name a group without members", async () => {
    const text = await shown(lines("From: a@example.org", "To: undisclosed-recipients:;", "", "x"));
    expect(text).toContain("To: undisclosed-recipients:;");
  });
});

describe("flowed text", () => {
  const flowed = (type: string, ...body: readonly string[]): Promise<string> =>
    shown(lines("From: a@example.org", `Content-Type: text/plain; charset=utf-8; format=flowed${type}`, "", ...body));

  test("is joined within each level of quotes", async () => {
    const text = await flowed(
      "",
      "one ",
      "line",
      " From here",
      "> quoted ",
      "> too",
      ">> deeper ",
      "> back",
      "-- ",
      "Ada",
    );
    expect(text).toMatch(
      /one line\n\d+\tFrom here\n\d+\t> quoted too\n\d+\t>> deeper ?\n\d+\t> back\n\d+\t-- \n\d+\tAda/,
    );
  });

  test("ends before the line above a signature", async () => {
    expect(await flowed("", "one ", "-- ", "Ada")).toMatch(/one ?\n\d+\t-- \n\d+\tAda/);
  });

  test("is plain text, whatever a page declares", async () => {
    const head = ["From: a@example.org", "Content-Type: text/html; charset=utf-8; format=flowed; delsp=yes"];
    expect(await shown(lines(...head, "", "<p>one ", "two</p>"))).toContain("one two");
  });

  test("without spaces between its words is joined without them", async () => {
    expect(await flowed("; delsp=yes", "日本語の ", "段落")).toContain("日本語の段落");
  });
});

describe("the boundary of the parts", () => {
  const parts = (boundary: string): readonly string[] => [
    `--${boundary}`,
    "Content-Type: text/plain",
    "",
    "all of the words",
  ];

  test.for([
    ["is not declared", "multipart/mixed", [...parts("XX"), "--XX--"]],
    ["is declared wrongly", 'multipart/alternative; boundary="YY"', [...parts("XX"), "--XX--"]],
    ["is missing in the body", 'multipart/mixed; boundary="YY"', ["all of the words"]],
    ["comes without an end", 'multipart/mixed; boundary="XX"', parts("XX")],
  ] as const)("that %s hides no text", async ([, type, body]) => {
    const text = await shown(lines("From: a@example.org", `Content-Type: ${type}`, "", ...body));
    expect(text).toContain("all of the words");
    expect(text).not.toContain("--XX");
  });

  test("is not a line longer than a boundary may be", async () => {
    const head = ["From: a@example.org", 'Content-Type: multipart/mixed; boundary="YY"', ""];
    const long = `--NO${" ".repeat(1_000_000)}\r\nContent-Type: text/plain`;
    const text = await shown(lines(...head, long, "", ...parts("XX"), "--XX--"));
    expect(text).toContain("all of the words");
    expect(text).not.toContain("--XX");
  });

  test("is found below a header of more than a megabyte", async () => {
    const head = ["From: a@example.org", ...Array.from({ length: 1100 }, (_, at) => `X-${at}: ${"x".repeat(1000)}`)];
    const body = ["--b", "Content-Type: text/plain; charset=utf-8", "", "Gr\xfc\xdfe", "--b--"];
    const text = await shown(latin(lines(...head, "Content-Type: multipart/mixed; boundary=b", "", ...body)));
    expect(text).toContain("Grüße");
    expect(text).not.toContain("--b");
  });

  test("may occur a hundred thousand times without an empty line", async () => {
    const message =
      lines("From: a@example.org", "Content-Type: multipart/mixed; boundary=b", "") + "--b\r\nA: b\r\n".repeat(100_000);
    expect(await shown(message)).toContain("From: a@example.org");
  });
});

describe("a part whose header has no empty line below it", () => {
  const mixed = ["From: a@example.org", "Content-Type: multipart/mixed; boundary=b", ""];
  const certificate = "-----BEGIN CERTIFICATE-----";
  const attached = ["Content-Type: text/csv; name=t.csv", "Content-Transfer-Encoding: base64"];

  test.for([
    ["words", "all of the words"],
    ["words with a colon", "these are: all of the words"],
    ["indented words", "  all of the words"],
    ["a line of dashes", certificate],
  ] as const)("and that starts with %s is shown", async ([, start]) => {
    const text = await shown(lines(...mixed, "--b", start, "the second line", "", "the end", "--b--"));
    expect(text).toContain(start.trim());
    expect(text).toMatch(/the second line\n\d+\t\n\d+\tthe end/);
  });

  test("is an attachment with its content", async () => {
    const message = lines(...mixed, "--b", ...attached, base64("a,b,c,d"), "--b--");
    expect(await shown(message)).toContain("attachment/t.csv · text/csv · 7 B");
  });

  test("is an attachment in uuencode with its content", async () => {
    const fields = ["Content-Type: text/csv; name=t.csv", "Content-Transfer-Encoding: x-uuencode"];
    const message = lines(...mixed, "--b", ...fields, "begin 644 t.csv", "'82QB+&,L9```", "`", "end", "--b--");
    expect(await shown(message)).toContain("attachment/t.csv · text/csv · 7 B");
  });

  test("is decoded by its charset", async () => {
    const message = lines(...mixed, "--b", "Content-Type: text/plain; charset=iso-8859-1", "Gr\xfc\xdfe", "--b--");
    expect(await shown(latin(message))).toContain("Grüße");
  });

  test("has parts, if it is a multipart", async () => {
    const message = lines(
      "From: a@example.org",
      "Content-Type: multipart/mixed; boundary=b",
      "--b",
      "",
      "words",
      "--b--",
    );
    const text = await shown(message);
    expect(text).toContain("words");
    expect(text).not.toContain("--b");
  });

  test("keeps the fields after a line that is not folded", async () => {
    const fields = ["Content-Type: text/csv;", "name=t.csv", "Content-Disposition: attachment; filename=t.csv"];
    const message = lines(
      "Subject: first",
      "no field",
      "To: b@example.org",
      ...mixed,
      "--b",
      ...fields,
      "",
      "a,b",
      "--b--",
    );
    const text = await shown(message);
    expect(text).toContain("To: b@example.org");
    expect(text).toContain("attachment/t.csv");
  });

  test("may occur five thousand times", async () => {
    const message = lines(...mixed) + "--b\r\nwords\r\n".repeat(5000);
    expect(await shown(message)).toContain("words");
  });
});

describe("a line of a header that continues a field without an indentation", () => {
  const words = base64("The words of the body, in base64, which are long enough to fill more than one line of it.");
  const base64Part = ["Content-Transfer-Encoding: base64", "Content-Type: text/plain;"];
  const mixed = (...part: readonly string[]): string =>
    lines("From: a@example.org", "Content-Type: multipart/mixed; boundary=b", "", "--b", ...part, "--b--");

  test.for([
    ["one parameter", [...base64Part, "charset=utf-8"]],
    ["two parameters", [...base64Part, "charset=utf-8;", 'format="fixed"']],
    ["words", ["Content-Transfer-Encoding: base64", "X-Note: a note", "of two lines"]],
  ] as const)("is no start of a body in base64: %s", async ([, header]) => {
    const text = await shown(mixed(...header, "", words));
    expect(text).toContain("The words of the body, in base64");
  });

  test("names an attachment", async () => {
    const header = ["Content-Transfer-Encoding: base64", "Content-Disposition: attachment;", 'filename="x.txt"'];
    expect(await shown(mixed(...header, "", words))).toContain("attachment/x.txt · text/plain · 89 B");
  });

  test("declares a charset", async () => {
    const part = ["Content-Type: text/plain;", "charset=koi8-r", "", hello];
    const text = await shown(latin(mixed(...part)));
    expect(text).toContain("Привет, это письмо");
    expect(text).not.toContain("charset=");
  });

  test.for([
    ["in base64", ["Content-Transfer-Encoding: base64"], words],
    ["as it is", [], "The words of the body, in base64, as they are."],
  ] as const)("belongs to the subject of a message whose body is %s", async ([, fields, body]) => {
    const header = ["From: a@example.org", ...fields, "Subject: a subject that a program", "wrapped"];
    const text = await shown(lines(...header, "", body));
    expect(text).toContain("Subject: a subject that a program wrapped\n");
    expect(text).toContain("The words of the body, in base64");
  });

  test("is the body, if it is base64", async () => {
    const header = ["Content-Transfer-Encoding: base64", "Content-Type: text/plain"];
    expect(await shown(mixed(...header, words, "", "the end"))).toContain("The words of the body, in base64");
    expect(await shown(mixed(...header, base64("words"), "", "the end"))).toContain("words");
  });

  test("is the body, if a field of MIME precedes it", async () => {
    const header = ["MIME-Version: 1.0", "Content-Transfer-Encoding: 7bit", "Content-Type: text/plain"];
    const text = await shown(mixed(...header, "Dear Ada,", "", "there are more words below the first line"));
    expect(text).toContain("Dear Ada,");
    expect(text).toContain("more words");
  });
});

test("a report that the policy denies is listed and not shown", async () => {
  const part = ["--b", "Content-Type: message/delivery-status; name=secret.key", "", "Status: hunter2"];
  const message = lines("From: a@example.org", "Content-Type: multipart/report; boundary=b", "", ...part, "--b--");
  const text = await shown(message, {}, createPolicy({ deny: ["*.key"] }));
  expect(text).toContain("secret.key · message/delivery-status · 16 B [denied by policy]");
  expect(text).not.toContain("hunter2");
});

test("a report on the delivery is shown below the body", async () => {
  const text = await shown(
    lines(
      "From: MAILER-DAEMON@example.org",
      "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
      "",
      "--b\r\nContent-Type: text/plain\r\n\r\nIt was not delivered.",
      "--b\r\nContent-Type: message/delivery-status\r\n",
      "Final-Recipient: rfc822; nobody@example.org\r\nAction: failed\r\nStatus: 5.1.1",
      "--b--",
    ),
  );
  expect(text).toMatch(
    /It was not delivered\.\n\d+\t\n\d+\t\[report\]\n\d+\tFinal-Recipient: rfc822; nobody@example\.org/,
  );
});
