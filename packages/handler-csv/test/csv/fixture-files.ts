const people = "id,name,joined,score\n1,Ann,2024-01-02,9.5\n2,Bob,2024-02-30,7\n3,Cid,,8.25\n";
const request = (fields: object): string => `${JSON.stringify(fields, undefined, 1)}\n`;

/** UTF-16 in little-endian order with its mark, as Excel's "Unicode Text" is. */
const unicodeText = `\ufeffName\tOrt\r\nJürgen\tKöln\r\n"Zeile\r\nzwei"\tBonn\r\n`;

/** The fixtures of tables: what each file holds, by its path in `fixtures/csv`. */
export const fixtureFiles: Readonly<Record<string, string | Uint8Array>> = {
  "plain/input.csv": people,
  "rows-and-columns-asked/input.csv": people,
  "rows-and-columns-asked/request.json": request({ select: "score,name 3:" }),
  "column-that-is-not-there/input.csv": people,
  "column-that-is-not-there/request.json": request({ select: "nmae" }),
  "rows-beyond-the-end/input.csv": people,
  "rows-beyond-the-end/request.json": request({ select: "10:20" }),
  "middle-lines/input.csv": people,
  "middle-lines/request.json": request({ offset: 3, limit: 1 }),
  "ragged/input.csv": "a,b,c\n1,2,3\n1,2\n\n1,2,3,4\n1,2,3,\n",
  "ragged-rows-asked/input.csv": "a,b,c\n1,2,3\n1,2\n\n1,2,3,4\n1,2,3,\n",
  "ragged-rows-asked/request.json": request({ select: "2:" }),
  "lines-in-fields/input.csv": 'id,words\n1,"two\nlines | and ""marks"""\n2,one\n',
  "lines-in-fields-asked/input.csv": 'id,words\n1,"two\nlines | and ""marks"""\n2,one\n',
  "lines-in-fields-asked/request.json": request({ select: "1:" }),
  "semicolons-with-sep-line/input.csv": "sep=;\r\nArtikel;Preis\r\nBrot;1,50\r\nMilch;0,99\r\n",
  "semicolons-with-sep-line/request.json": request({ select: "Preis,Artikel" }),
  "excel-unicode-text/input.tsv": new Uint8Array(Buffer.from(unicodeText, "utf16le")),
  "excel-unicode-text/request.json": request({ select: "1:" }),
  "no-header/input.tsv": "1\t2.5\tx\n2\t3.5\ty\n",
  "no-header/request.json": request({ select: "B:C" }),
  "comments-first/input.csv": "# station 7\n# hourly\ntime,temp\n00:00,1.5\n01:00,1.25\n",
  "comments-first/request.json": request({ select: "4:" }),
  "quotation-without-an-end/input.csv": 'a,b\n1,"lost\n2,two\n3,three\n',
  "quotation-without-an-end/request.json": request({ select: "2:" }),
  "backslashes/input.csv": String.raw`a,b` + "\n" + String.raw`"says \"no\", twice",1` + "\n",
  "backslashes/request.json": request({ select: "2" }),
  "empty/input.csv": "",
  "pages-asked/input.csv": people,
  "pages-asked/request.json": request({ pages: "2" }),
};
