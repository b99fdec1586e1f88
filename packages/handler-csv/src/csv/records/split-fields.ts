import type { Dialect } from "./dialect.ts";

/** Splits a record, without its line end, into its fields. */
export function splitFields(record: string, dialect: Dialect): readonly string[] {
  const { delimiter, quote, skipsBlanks } = dialect;
  if (!record.includes(quote)) {
    const fields = record.split(delimiter);
    return skipsBlanks ? fields.map((field) => field.replace(/^ +/, "")) : fields;
  }
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    const field = readField(record, at, dialect);
    fields.push(field.value);
    if (field.end >= record.length) return fields;
    at = field.end + 1;
  }
}

interface Field {
  readonly value: string;
  /** The offset of the delimiter, or of the end of the record. */
  readonly end: number;
}

function readField(record: string, start: number, dialect: Dialect): Field {
  let at = start;
  while (dialect.skipsBlanks && record[at] === " ") at += 1;
  const opened = record[at] === dialect.quote ? readQuoted(record, at, dialect) : { value: "", end: at };
  const end = endOfPlain(record, opened.end, dialect.delimiter);
  return { value: opened.value + record.slice(opened.end, end), end };
}

function endOfPlain(record: string, from: number, delimiter: string): number {
  const end = record.indexOf(delimiter, from);
  return end < 0 ? record.length : end;
}

/** Reads a quoted field. Without a closing mark, the last mark is an ordinary character. */
function readQuoted(record: string, start: number, dialect: Dialect): Field {
  let value = "";
  let from = start + 1;
  for (;;) {
    const mark = nextMark(record, from, dialect);
    if (mark === undefined) return lost(record, start, { value, end: from });
    value += unescaped(record.slice(from, mark), dialect);
    if (record[mark + 1] !== dialect.quote) return { value, end: mark + 1 };
    value += dialect.quote;
    from = mark + 2;
  }
}

/** Reads a quotation without an end: the text after the last mark counts as unquoted. */
function lost(record: string, start: number, read: Field): Field {
  return read.end === start + 1 ? { value: record.slice(start, read.end), end: read.end } : read;
}

/** Finds the next quotation mark that is not escaped. */
function nextMark(record: string, from: number, { quote, escape }: Dialect): number | undefined {
  let mark = record.indexOf(quote, from);
  let slash = escape === "backslash" ? record.indexOf("\\", from) : -1;
  while (mark >= 0 && slash >= 0 && slash < mark) {
    if (slash + 1 === mark) mark = record.indexOf(quote, mark + 1);
    slash = record.indexOf("\\", slash + 2);
  }
  return mark < 0 ? undefined : mark;
}

function unescaped(text: string, { escape }: Dialect): string {
  return escape === "backslash" ? text.replaceAll(/\\([^nrt])/gs, "$1") : text;
}
