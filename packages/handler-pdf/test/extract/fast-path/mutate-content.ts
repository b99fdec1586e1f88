import type { PDFDocument, PDFObject } from "mupdf";
import type { seededRandom } from "@reader/testkit";

/** Random numbers of a seed. */
export type Random = ReturnType<typeof seededRandom>;

/** Operators and operands that do not belong where they are put. */
const strays = [
  ..."q,Q,BT,ET,BX,EX,EMC,W,n,f,S,h,T*,BI,ID,EI,sh,d0,d1,xyz".split(","),
  ..."TJ,Tj,',Do,gs,cs,sc,scn,g,rg,k,re,m,l,c,cm,Td,TD,Tm,Tf,Tc,Tw,Tz,TL,Tr,Ts".split(","),
  ..."0,1,-1,.5,-.5,1e3,--5,+-3,5.5.5,2147483648,00012,.,-,1-2".split(","),
  ..."(,),<,>,<<,>>,[,],{,},/,/F1,/F,//,(x),<41>,<4,[(a) -200 (b)],true,null,%".split(","),
  ..."3 Tr,7 Tr,0 Tz,-1 0 0 1 0 0 cm,0 0 0 0 0 0 cm,0 1 -1 0 300 300 cm,50 Tz,0 0 Td,1 0 0 1 0 0 Tm".split(","),
  ..."/Span <</ActualText (x)>> BDC,/P <</MCID 0>> BDC,/Artifact BMC,/X BMC".split(","),
];

/** Splits content so that most parts are one token and the whitespace after it. */
const tokens = /\((?:\\.|[^()\\])*\)\s*|<[0-9A-Fa-f\s]*>\s*|[^\s()<>[\]]+\s*|[\s\S]/gu;

/** Changes page content in one to three places: tokens removed, repeated, swapped, inserted, or bytes overwritten. */
export function mutatedContent(content: Uint8Array, random: Random): Uint8Array {
  let text = Buffer.from(content).toString("latin1");
  const count = 1 + random.below(3);
  for (let change = 0; change < count; change += 1) text = changed(text, random);
  return Uint8Array.from(Buffer.from(text, "latin1"));
}

function changed(text: string, random: Random): string {
  const kind = random.below(8);
  if (kind === 0) return text.slice(0, random.below(text.length + 1));
  if (kind === 1) {
    const at = random.below(text.length + 1);
    return text.slice(0, at) + String.fromCharCode(random.below(256)) + text.slice(at + 1);
  }
  const parts = text.match(tokens) ?? [];
  const at = random.below(parts.length + 1);
  const other = random.below(parts.length + 1);
  if (kind === 2) parts.splice(at, 1 + random.below(3));
  else if (kind === 3) parts.splice(at, 0, ...parts.slice(other, other + 1 + random.below(5)));
  else if (kind === 4) [parts[at], parts[other]] = [parts[other] ?? "", parts[at] ?? ""];
  else if (kind === 5) parts[at] = numberLike(parts[at] ?? "", random);
  else parts.splice(at, 0, `${strays[random.below(strays.length)] ?? ""}${random.below(4) === 0 ? "" : " "}`);
  return parts.join("");
}

function numberLike(token: string, random: Random): string {
  const number = Number(token);
  if (!Number.isFinite(number) || token.trim() === "") return token;
  const values = [-number, number * 10, number / 3, number + 1, 0, number * 1000];
  return `${values[random.below(values.length)] ?? 0} `;
}

/** Damages the stored bytes of a stream: overwrites, removes or cuts some. */
export function damagedBytes(stored: Uint8Array, random: Random): Uint8Array {
  const bytes = Uint8Array.from(stored);
  const kind = random.below(3);
  const at = random.below(bytes.length);
  if (kind === 0) return bytes.subarray(0, at);
  if (kind === 1) return Uint8Array.from([...bytes.subarray(0, at), ...bytes.subarray(at + 1 + random.below(8))]);
  for (let count = 0; count <= random.below(4); count += 1) bytes[random.below(bytes.length)] = random.below(256);
  return bytes;
}

/** Replaces the content of a page, in memory, by a mutated variant of it. Throws what the engine throws. */
export function mutatePage(document: PDFDocument, number: number, random: Random): void {
  const page = document.findPage(number - 1);
  try {
    const contents = page.get("Contents");
    const kind = random.below(10);
    const stream = kind < 8 ? mutatedStream(document, contents, random) : damagedStream(document, contents, random);
    page.put("Contents", stream);
    for (const object of [contents, stream]) object.destroy();
  } finally {
    page.destroy();
  }
}

function mutatedStream(document: PDFDocument, contents: PDFObject, random: Random): PDFObject {
  const count = contents.isArray() ? contents.length : 0;
  const parts = count === 0 ? [contents] : Array.from({ length: count }, (_, index) => contents.get(index));
  const content = Buffer.concat(parts.flatMap((part) => [decoded(part), Buffer.from("\n")]));
  return document.addStream(mutatedContent(content, random), {});
}

function decoded(stream: PDFObject): Uint8Array {
  if (!stream.isStream()) return new Uint8Array(0);
  const buffer = stream.readStream();
  try {
    return Uint8Array.from(buffer.asUint8Array());
  } finally {
    buffer.destroy();
  }
}

/** Returns the first stream of the content, damaged as it is stored. */
function damagedStream(document: PDFDocument, contents: PDFObject, random: Random): PDFObject {
  const first = contents.isArray() ? contents.get(0) : contents;
  const raw = first.readRawStream();
  try {
    const bytes = damagedBytes(raw.asUint8Array(), random);
    const entries = Object.fromEntries(
      ["Filter", "DecodeParms"].flatMap((key) => {
        const value = first.get(key);
        return value.isNull() ? [] : [[key, value]];
      }),
    );
    return document.addRawStream(bytes, entries);
  } finally {
    raw.destroy();
  }
}
