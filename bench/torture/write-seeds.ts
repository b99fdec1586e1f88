// Writes the seeds of formats that have no fixtures: node bench/torture/write-seeds.ts
// SheetJS writes the workbooks; the e-mails are by hand.
import { mkdirSync, writeFileSync } from "node:fs";
import { utils, write as writeBook, type WorkBook } from "xlsx";

const folder = new URL("seeds/", import.meta.url);

function write(path: string, content: string | Uint8Array): void {
  const target = new URL(path, folder);
  mkdirSync(new URL("./", target), { recursive: true });
  writeFileSync(target, content);
}

const rows = [
  ["name", "born", "height", "alive", "note"],
  ["Ada", new Date(Date.UTC(1815, 11, 10)), 1.63, false, "first"],
  ["Grace", new Date(Date.UTC(1906, 11, 9)), 1.68, false, "Grüße"],
  ["Linus", new Date(Date.UTC(1969, 11, 28)), 1.78, true, "a longer text with more than thirty-two characters"],
];

function book(): WorkBook {
  const people = utils.aoa_to_sheet(rows, { cellDates: true });
  people["!merges"] = [{ s: { r: 4, c: 0 }, e: { r: 4, c: 2 } }];
  people["C5"] = { t: "n", f: "SUM(C2:C4)", v: 5.09 };
  people["!ref"] = "A1:E5";
  const sums = utils.aoa_to_sheet([
    ["a", 1, true],
    ["b", 2.5, null],
    ["c", -3e200, false],
  ]);
  const all = utils.book_new();
  utils.book_append_sheet(all, people, "People");
  utils.book_append_sheet(all, sums, "Sums");
  return all;
}

function saved(bookType: "xlsb" | "dbf"): Uint8Array {
  return new Uint8Array(writeBook(book(), { bookType, type: "buffer", compression: true }) as Uint8Array);
}

write("xlsb/book/input.xlsb", saved("xlsb"));
write("dbf/people/input.dbf", saved("dbf"));

const lines = (...all: readonly string[]): string => all.map((line) => `${line}\r\n`).join("");

write(
  "eml/plain/input.eml",
  lines(
    "Return-Path: <ada@example.org>",
    "Received: from mail.example.org (mail.example.org [192.0.2.1])",
    "\tby mx.example.com with ESMTPS id 4f2a; Fri, 1 Mar 2024 10:20:30 +0000",
    "Message-ID: <1@example.org>",
    "Date: Fri, 1 Mar 2024 10:20:30 +0000",
    "From: =?UTF-8?Q?Ada_L=C3=B6velace?= <ada@example.org>",
    'To: "Grace; Hopper" <grace@example.com>, undisclosed-recipients:;',
    "Subject: =?UTF-8?B?R3LDvMOfZSBhdXMgS8O2bG4=?=",
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8; format=flowed",
    "Content-Transfer-Encoding: quoted-printable",
    "",
    "Gr=C3=BC=C3=9Fe aus K=C3=B6ln. This line is longer than seventy-six characte=",
    "rs.",
    "..A line with a dot",
    "> quoted",
  ),
);

write(
  "eml/mixed/input.eml",
  lines(
    "From: Ada <ada@example.org>",
    "To: Grace <grace@example.com>",
    "Subject: Two parts and a file",
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="outer"',
    "",
    "This is a message in MIME format.",
    "--outer",
    'Content-Type: multipart/alternative; boundary="inner"',
    "",
    "--inner",
    "Content-Type: text/plain; charset=iso-8859-1",
    "Content-Transfer-Encoding: 8bit",
    "",
    "Hello.",
    "--inner",
    "Content-Type: text/html; charset=utf-8",
    "",
    "<p>Hello, <b>Grace</b>.</p>",
    "--inner--",
    "--outer",
    'Content-Type: text/csv; name="people.csv"',
    "Content-Disposition: attachment; filename*=utf-8''people%20%C3%BC.csv",
    "Content-Transfer-Encoding: base64",
    "",
    "bmFtZSxoZWlnaHQKQWRhLDE2MwpHcmFjZSwxNjgK",
    "--outer",
    "Content-Type: message/rfc822",
    "",
    "Subject: inside",
    "",
    "An e-mail in an e-mail.",
    "--outer--",
  ),
);
