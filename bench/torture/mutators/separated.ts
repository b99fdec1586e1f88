import type { Dice } from "../dice.ts";
import { fromLatin1, latin1, type Mutator } from "./mutator.ts";
import { nastyNumber, nastyString } from "./nasty.ts";

/** Rows and fields of CSV and TSV. */
export const separatedMutator: Mutator = {
  name: "separated",
  accepts: (bytes) => /^[^\n\0]*[,;\t][^\n\0]*\n/.test(latin1(bytes.subarray(0, 512))),
  mutate: (bytes, { dice }) => {
    const text = latin1(bytes);
    const separator = /[,;\t]/.exec(text)?.[0] ?? ",";
    const rows = text.split("\n").map((row) => row.split(separator));
    const row = dice.pick(rows);
    row[dice.below(row.length)] = field(dice);
    if (dice.chance(0.2)) row.push(...Array.from({ length: dice.pick([1, 5, 2000]) }, () => field(dice).slice(0, 20)));
    if (dice.chance(0.1)) row.splice(dice.below(row.length), dice.between(1, 4));
    const other = dice.chance(0.1) ? dice.pick([",", ";", "\t", "|", "\x1f"]) : separator;
    return fromLatin1(rows.map((each) => each.join(other)).join(dice.chance(0.1) ? "\r\n" : "\n"));
  },
};

function field(dice: Dice): string {
  const value = dice.chance(0.5) ? nastyNumber(dice) : nastyString(dice);
  return dice.pick([value, value, `"${value}`, `"${value.replaceAll('"', '""')}"`, `${value}"`, `"${value}""`]);
}
