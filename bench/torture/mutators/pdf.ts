import { deflateSync, inflateSync } from "node:zlib";
import type { Dice } from "../dice.ts";
import { fromLatin1, latin1, maxMutantBytes, type Mutator } from "./mutator.ts";
import { nastyNumber, nastyString } from "./nasty.ts";
import { replaceMatch } from "./text.ts";

/** Objects, dictionaries and streams of PDF files, with a cross-reference table that is right afterwards. */
export const pdfMutator: Mutator = {
  name: "pdf",
  accepts: (bytes) => latin1(bytes.subarray(0, 1024)).includes("%PDF-"),
  mutate: (bytes, { dice }) => {
    const objects = objectsOf(latin1(bytes));
    if (objects.length === 0) return undefined;
    const trailer = trailerOf(latin1(bytes));
    dice.pick(changes)(objects, dice);
    return fromLatin1(
      written(objects, dice.chance(0.1) ? changedDictionary(trailer, dice) : trailer).slice(0, maxMutantBytes),
    );
  },
};

/** An object of a PDF file. Its stream, if it has one, is inflated. */
interface PdfObject {
  readonly number: string;
  readonly dictionary: string;
  readonly stream: string | undefined;
  readonly isDeflated: boolean;
}

function objectsOf(text: string): PdfObject[] {
  return [...text.matchAll(/(\d+ \d+) obj\b([\s\S]*?)endobj/g)].map(([, number = "", body = ""]) => {
    const start = /stream\r?\n/.exec(body);
    if (start === null) return { number, dictionary: body, stream: undefined, isDeflated: false };
    const dictionary = body.slice(0, start.index);
    const packed = body.slice(start.index + start[0].length, body.lastIndexOf("endstream")).replace(/\r?\n$/, "");
    const unpacked = /\/FlateDecode/.test(dictionary) ? inflated(packed) : undefined;
    return { number, dictionary, stream: unpacked ?? packed, isDeflated: unpacked !== undefined };
  });
}

function inflated(packed: string): string | undefined {
  try {
    return latin1(new Uint8Array(inflateSync(fromLatin1(packed), { maxOutputLength: 2_000_000 })));
  } catch {
    return undefined;
  }
}

/** What the trailer says, or the dictionary of the last stream of cross-references. */
function trailerOf(text: string): string {
  const entries = ["Root", "Info", "Encrypt", "ID"].map((name) => {
    const value = text.match(new RegExp(`/${name}\\s*(\\d+ \\d+ R|\\[[^\\]]*\\])`, "g"))?.at(-1);
    return value ?? "";
  });
  return entries.join(" ");
}

type Change = (objects: PdfObject[], dice: Dice) => void;

const changes: readonly Change[] = [
  (objects, dice) =>
    changeOne(objects, dice, (each) => ({ ...each, dictionary: changedDictionary(each.dictionary, dice) })),
  (objects, dice) =>
    changeOne(objects, dice, (each) => ({ ...each, dictionary: changedDictionary(each.dictionary, dice) })),
  changeStream,
  changeStream,
  (objects, dice) => objects.splice(dice.below(objects.length), 1),
  (objects, dice) => {
    const { dictionary, stream, isDeflated } = dice.pick(objects);
    changeOne(objects, dice, ({ number }) => ({ number, dictionary, stream, isDeflated }));
  },
  (objects, dice) => changeOne(objects, dice, (each) => ({ ...each, number: `${nastyNumber(dice)} 0` })),
  (objects, dice) =>
    changeOne(objects, dice, (each) => ({ ...each, dictionary: nestedDictionary(each.dictionary, dice) })),
];

function changeOne(objects: PdfObject[], dice: Dice, change: (object: PdfObject) => PdfObject): void {
  const at = dice.below(objects.length);
  const object = objects[at];
  if (object !== undefined) objects[at] = change(object);
}

function changedDictionary(text: string, dice: Dice): string {
  const change = dice.below(8);
  if (change < 2) return replaceMatch(text, [/(?<![\w.])-?\d+(?:\.\d+)?(?! \d+ R)/g, nastyNumber], dice);
  if (change === 2) return replaceMatch(text, [/\d+ 0 R/g, (each) => `${each.between(0, 30)} 0 R`], dice);
  if (change === 3)
    return replaceMatch(
      text,
      [
        /\/[A-Z]\w*/g,
        (each) =>
          each.pick([
            ...(text.match(/\/[A-Z]\w*/g) ?? ["/A"]),
            "/LZWDecode",
            "/ASCII85Decode",
            "/JBIG2Decode",
            "/DCTDecode",
            "/CCITTFaxDecode",
            "/JPXDecode",
            "/RunLengthDecode",
            "/Crypt",
          ]),
      ],
      dice,
    );
  if (change === 4)
    return replaceMatch(
      text,
      [/\([^()]*\)|<[0-9A-Fa-f]+>/g, (each) => `(${nastyString(each).replaceAll(/[()\\]/g, "\\$&")})`],
      dice,
    );
  if (change === 5)
    return replaceMatch(
      text,
      [/<<|>>|\[|\]|\d+ 0 R/g, (each) => each.pick(["<<", ">>", "[", "]", "null", "true", "()", "<>", "/"])],
      dice,
    );
  if (change === 6) return replaceMatch(text, [/\/\w+\s+(?:\d+ 0 R|\d+|\/\w+|\[[^\]]*\]|\([^)]*\))/g, () => ""], dice);
  return replaceMatch(text, [/\[[^\]]*\]/g, (each) => `[${"1 0 R ".repeat(each.pick([0, 1, 50, 3000]))}]`], dice);
}

function nestedDictionary(text: string, dice: Dice): string {
  const depth = dice.pick([2, 50, 2000]);
  const [open, close] = dice.pick([
    ["<</A ", ">>"],
    ["[", "]"],
  ] as const);
  return replaceMatch(text, [/>>(?=[^>]*$)/g, () => `/Odd ${open.repeat(depth)}${close.repeat(depth)}>>`], dice);
}

/** Operators and operands of page content, tables of fonts, and whatever else is in streams. */
function changeStream(objects: PdfObject[], dice: Dice): void {
  const places = objects.flatMap(({ stream }, at) => (stream === undefined ? [] : [at]));
  if (places.length === 0) return;
  const at = dice.pick(places);
  const object = objects[at];
  if (object?.stream === undefined) return;
  const operators = [
    "q",
    "Q",
    "BT",
    "ET",
    "Do",
    "/X0 Do",
    "Tj",
    "TJ",
    "cm",
    "1e9 0 0 1e9 0 0 cm",
    "Tf",
    "W n",
    "BI",
    "EI",
    "sh",
    "/P scn",
    "0 0 0 0 re f",
    "BMC",
    "EMC",
    "d0",
    "99 Tr",
  ];
  const change = dice.below(5);
  const { stream } = object;
  const line = (): string => dice.pick(stream.split("\n"));
  const changed = [
    (): string => replaceMatch(stream, [/-?\d+(?:\.\d+)?/g, nastyNumber], dice),
    (): string => replaceMatch(stream, [/\b[A-Za-z]{1,3}\b/g, (each) => each.pick(operators)], dice),
    (): string => replaceMatch(stream, [/\([^()]*\)|<[0-9A-Fa-f]*>/g, (each) => `(${nastyString(each)})`], dice),
    (): string => `${stream}\n${`${line()}\n`.repeat(dice.pick([1, 100, 5000])).slice(0, 200_000)}`,
    (): string => stream.slice(0, dice.below(stream.length)),
  ][change];
  objects[at] = { ...object, stream: changed?.() ?? stream };
}

function written(objects: readonly PdfObject[], trailer: string): string {
  let text = "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n";
  const places: (readonly [number: number, at: number])[] = [];
  for (const { number, dictionary, stream, isDeflated } of objects) {
    places.push([Number.parseInt(number, 10) || 0, text.length]);
    text += `${number} obj${dictionary}`;
    if (stream !== undefined) {
      const packed = isDeflated ? latin1(new Uint8Array(deflateSync(fromLatin1(stream), { level: 1 }))) : stream;
      text = `${text.replace(/\/Length\s+\d+(?: 0 R)?(?=[^/]*$|(?:(?!\d obj)[\s\S])*$)/, `/Length ${packed.length}`)}stream\n${packed}\nendstream\n`;
    }
    text += "endobj\n";
    if (text.length > maxMutantBytes) break;
  }
  const rows = places
    .filter(([number]) => number >= 0 && number < 10_000_000)
    .toSorted(([a], [b]) => a - b)
    .map(([number, at]) => `${number} 1\n${String(at).padStart(10, "0")} 00000 n \n`);
  const size = Math.max(0, ...places.map(([number]) => number)) + 1;
  return `${text}xref\n0 1\n0000000000 65535 f \n${rows.join("")}trailer\n<< /Size ${size} ${trailer} >>\nstartxref\n${text.length}\n%%EOF\n`;
}
