/** One line of JSON; bytes as base64. Keys stand in the order in which the outcome has them. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    each instanceof Uint8Array ? Buffer.from(each.buffer, each.byteOffset, each.byteLength).toString("base64") : each,
  );
}

/** A whole number in groups of three digits, from five digits on: `41 233`, but `2000`. */
export function formatNumber(value: number): string {
  const digits = String(value);
  return digits.length < 5 ? digits : digits.replace(/\B(?=(?:\d{3})+$)/g, " ");
}

const units = ["B", "KB", "MB", "GB", "TB"] as const;

/** Bytes for people, in powers of 1000 with three digits: `999 B`, `1.23 MB`, `123 GB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // From 999.5 on, three digits would read 1000.
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : Number(value.toPrecision(3))} ${units[unit]}`;
}

/** A name with everything that could act on a terminal as a visible escape: `a\u{1b}[2J`. Joiners too: it is a label. */
export function printable(name: string): string {
  // What a terminal would act on or not show. Written here, because making it takes a third of a millisecond.
  return name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
