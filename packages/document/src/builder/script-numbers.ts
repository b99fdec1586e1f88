import { numeralWords } from "./number-words.ts";

/**
 * The numbers of lists in other scripts and in words, by the codes of [MS-OSHARED], 2.2.1.3 (MSONFC); undefined for
 * other codes, and for numbers beyond what a series has.
 */
export function scriptNumber(format: number, value: number): string | undefined {
  const series = seriesOf.get(format);
  return series === undefined ? systems.get(format)?.(value) : Array.from(series)[value - 1];
}

const digits = Array.from("〇一二三四五六七八九");
const digitwise = (value: number): string => String(value).replaceAll(/\d/g, (digit) => digits[Number(digit)] ?? digit);
const fullWidth = (value: number): string =>
  String(value).replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));

const systems: ReadonlyMap<number, (value: number) => string | undefined> = new Map([
  [6, (value) => numeralWords(value)?.cardinal],
  [7, (value) => numeralWords(value)?.ordinal],
  [10, digitwise],
  [11, countingNumber],
  [14, fullWidth],
  [37, countingNumber],
  [39, countingNumber],
  [57, (value) => `- ${value} -`],
]);

const aiueo = "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン";
const iroha = "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス";

const seriesOf: ReadonlyMap<number, string> = new Map([
  [12, aiueo],
  [13, iroha],
  [18, "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"],
  [20, aiueo],
  [21, iroha],
  [24, "가나다라마바사아자차카타파하"],
  [25, "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ"],
  [26, "⒈⒉⒊⒋⒌⒍⒎⒏⒐⒑⒒⒓⒔⒕⒖⒗⒘⒙⒚⒛"],
  [27, "⑴⑵⑶⑷⑸⑹⑺⑻⑼⑽⑾⑿⒀⒁⒂⒃⒄⒅⒆⒇"],
  [30, "甲乙丙丁戊己庚辛壬癸"],
  [31, "子丑寅卯辰巳午未申酉戌亥"],
  [58, "абвгдежзиклмнопрстуфхцчшщыэюя"],
  [59, "АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ"],
]);

/** 三百二十一; undefined from ten thousand on. */
function countingNumber(value: number): string | undefined {
  if (value < 1 || value > 9999) return undefined;
  const places = Array.from(String(value), Number);
  const words = places.map((digit, at) => {
    const unit = ["", "十", "百", "千"][places.length - 1 - at] ?? "";
    if (digit === 0) return "";
    return digit === 1 && unit !== "" ? unit : `${digits[digit] ?? ""}${unit}`;
  });
  return words.join("");
}
