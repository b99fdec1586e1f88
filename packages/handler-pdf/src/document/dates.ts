/** `D:20240131120000+01'00'`, as PDF 32000-1, 7.9.4 has it; everything after the year may be missing. */
const form = /^\s*(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?\s*(?:(Z)|([+-])(\d\d)'?(\d\d)?)?/;

/** A date of a PDF file in ISO 8601, as exact as it is there; `undefined` where it is none. */
export function isoDate(text: string): string | undefined {
  const match = form.exec(text);
  if (match === null) return undefined;
  const [, year = "", month, day, hour, minute = "00", second = "00"] = match;
  const date = [year, month, day].filter((part) => part !== undefined).join("-");
  return hour === undefined ? date : `${date}T${hour}:${minute}:${second}${zone(match)}`;
}

function zone([, , , , , , , utc, sign, hours = "00", minutes = "00"]: RegExpExecArray): string {
  if (utc !== undefined) return "Z";
  if (sign === undefined) return "";
  return hours === "00" && minutes === "00" ? "Z" : `${sign}${hours}:${minutes}`;
}
