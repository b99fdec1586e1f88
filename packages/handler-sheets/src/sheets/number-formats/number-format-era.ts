/** The emperor's era before the year in it, in the formats of Japan: `ggge`, `gge`, `ge`, `ggee`. */
const era = /(?<!g)(g{1,3})(e{1,2})(?!e)/i;
const country = /\[\$-(?:[\da-f]*411|ja(?:-JP)?)(?:[-,][^\]]*)?\]/i;

/** What one letter shortens the names of eras to. */
const latin: Readonly<Record<string, string | undefined>> = { 明治: "M", 大正: "T", 昭和: "S", 平成: "H", 令和: "R" };

/** Whether a code shows years as Japan's eras count them. */
export function showsEra(code: string): boolean {
  return country.test(code) && era.test(code);
}

/** The code with the era and year of one day put in: `ggge"年"` becomes `"令和5""年"`. */
export function withEra(code: string, serial: number): string {
  const date = new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * 86_400_000);
  const parts = new Intl.DateTimeFormat("ja-JP-u-ca-japanese", { era: "short", year: "numeric", timeZone: "UTC" })
    .formatToParts(date)
    .map(({ type, value }) => [type, value] as const);
  const { era: name = "", year = "" } = Object.fromEntries(parts);
  const isFirst = year === "元";
  const digits = isFirst ? "1" : year;
  return code.replace(era, (_, letters: string, places: string) => {
    const shownYear = isFirst && /gannen/i.test(code) ? "元" : digits.padStart(places.length, "0");
    return `"${eraName(name, letters.length)}${shownYear}"`;
  });
}

/** `R`, `令`, `令和`, by the number of letters. */
function eraName(name: string, letters: number): string {
  if (letters === 1) return latin[name] ?? name;
  return letters === 2 ? name.slice(0, 1) : name;
}
