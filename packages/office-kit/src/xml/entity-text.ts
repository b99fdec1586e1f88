const entities: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** Resolves the references in text: the five XML entities and numbers. Returns `undefined` for any other entity. */
export function entityText(written: string): string | undefined {
  if (!written.includes("&")) return written;
  let isPlain = true;
  const resolved = written.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|([a-z]+));|&/g,
    (_, ...found: readonly (string | undefined)[]) => {
      const character = characterOf(found);
      isPlain &&= character !== undefined;
      return character ?? "";
    },
  );
  return isPlain ? resolved : undefined;
}

function characterOf([decimal, hexadecimal, name]: readonly (string | undefined)[]): string | undefined {
  if (name !== undefined) return entities.get(name);
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal);
  // The strict reader handles all other characters.
  const isPlain = (code >= 0x20 && code <= 0xd7ff) || code === 9 || code === 10;
  return isPlain ? String.fromCodePoint(code) : undefined;
}
