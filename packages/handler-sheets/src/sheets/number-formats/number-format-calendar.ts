/** A calendar that counts other years than ours, by what its formats say. */
interface Calendar {
  /** What a code of it has in it (ISO/IEC 29500-1, 18.8.31: `[$-NNCCLLLL]` are numerals, calendar, language). */
  readonly mark: RegExp;
  /** The letters of its years. */
  readonly letters: "y" | "e";
  /** Years from its first to ours. */
  readonly offset: number;
}

const calendars: readonly Calendar[] = [
  { mark: /\[\$-(?:[\da-f]{0,2}0)?7[\da-f]{4}[,\]]/i, letters: "y", offset: 543 },
  { mark: /\[\$-(?:[\da-f]{0,4}0?404|zh-TW)[,\]].*e/is, letters: "e", offset: -1911 },
];

/** Text, escaped characters and what is in brackets mean themselves. */
const token = /"[^"]*"|\\.|\[[^\]]*\]|y+|e+/gi;

const dayMs = 86_400_000;

/** What puts the years of the calendar of a code in for one day; undefined where it is ours or the library knows it. */
export function calendarOf(code: string): ((serial: number) => string) | undefined {
  const calendar = calendars.find(({ mark }) => mark.test(code));
  if (calendar === undefined) return undefined;
  const { letters, offset } = calendar;
  return (serial) => {
    const year = new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * dayMs).getUTCFullYear() + offset;
    return code.replace(token, (found) => {
      if (found.slice(0, 1).toLowerCase() !== letters) return found;
      return letters === "y" && found.length < 3 ? `"${String(year).slice(-2)}"` : `"${year}"`;
    });
  };
}
