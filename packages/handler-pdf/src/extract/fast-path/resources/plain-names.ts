/** The values of a dictionary by its keys as they are meant: the engine prints keys with the codes of their rarer characters. */
export function plainNames(entries: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(Array.from(entries, ([key, value]) => [plainName(key), value]));
}

function plainName(name: string): string {
  return name.replaceAll(/#([0-9A-Fa-f]{2})/gu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
