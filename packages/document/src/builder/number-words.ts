const small =
  "Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen".split(
    " ",
  );
const tens = "Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety".split(" ");
const irregular: ReadonlyMap<string, string> = new Map([
  ["one", "first"],
  ["two", "second"],
  ["three", "third"],
  ["five", "fifth"],
  ["eight", "eighth"],
  ["nine", "ninth"],
  ["twelve", "twelfth"],
]);

/** A number in English words, as Word's lists count: `Twenty-one`, `Twenty-first`. Undefined outside of 0 to 99. */
export function numeralWords(value: number): { readonly cardinal: string; readonly ordinal: string } | undefined {
  if (!Number.isInteger(value) || value < 0 || value > 99) return undefined;
  if (value < 20) return { cardinal: small[value] ?? "", ordinal: ordinalOf(small[value] ?? "") };
  const ten = tens[Math.floor(value / 10) - 2] ?? "";
  if (value % 10 === 0) return { cardinal: ten, ordinal: ordinalOf(ten) };
  const unit = (small[value % 10] ?? "").toLowerCase();
  return { cardinal: `${ten}-${unit}`, ordinal: `${ten}-${ordinalOf(unit)}` };
}

function ordinalOf(word: string): string {
  const odd = irregular.get(word.toLowerCase());
  if (odd !== undefined) return word === word.toLowerCase() ? odd : odd.slice(0, 1).toUpperCase() + odd.slice(1);
  return word.endsWith("y") ? `${word.slice(0, -1)}ieth` : `${word}th`;
}
