/** Serialises a value as one line of JSON, with bytes as base64. Keys keep their order. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    each instanceof Uint8Array ? Buffer.from(each.buffer, each.byteOffset, each.byteLength).toString("base64") : each,
  );
}

/** Formats a whole number. Numbers of five digits or more are grouped: `41 233`, but `2000`. */
export function formatNumber(value: number): string {
  const digits = String(value);
  return digits.length < 5 ? digits : digits.replace(/\B(?=(?:\d{3})+$)/g, " ");
}

const units = ["B", "KB", "MB", "GB", "TB"] as const;

/** Formats a size in powers of 1000 with three digits: `999 B`, `1.23 MB`, `123 GB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // From 999.5 on, three digits would round to 1000.
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : Number(value.toPrecision(3))} ${units[unit]}`;
}

/** Escapes every character that a terminal could act on or would not show: `a\u{1b}[2J`. Joiners are escaped too. */
export function printable(name: string): string {
  // A literal in the function, because compiling it at load takes 0.3 ms.
  return name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
