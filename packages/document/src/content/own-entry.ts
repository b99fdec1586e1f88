/**
 * Returns the entry of a table under a name that a file chose, or `undefined`. Without this check, an element or a
 * relationship called `constructor` finds what every object inherits.
 */
export function ownEntry<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
