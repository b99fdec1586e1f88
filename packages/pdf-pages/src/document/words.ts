/** Returns a label of the document as one line: whitespace and control characters become single spaces. */
export function oneLine(text: string, maxCharacters = 200): string {
  // oxlint-disable-next-line no-control-regex -- matches control characters on purpose
  const line = text.replaceAll(/[\s\u0000-\u001f\u007f-\u009f]+/g, " ").trim();
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters - 1).trimEnd()}…` : line;
}

/** `D:20240131120000+01'00'` (ISO 32000-1, 7.9.4). Everything after the year is optional. */
const form = /^\s*(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?\s*(?:(Z)|([+-])(\d\d)'?(\d\d)?)?/;

/** Converts a PDF date to ISO 8601 in its own precision, or returns `undefined` if it is not a date. */
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
