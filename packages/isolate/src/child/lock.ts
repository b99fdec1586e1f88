/** What stands where a door was. */
export type Refusal = () => never;

/** Refuses as Node does what its permissions do not give. */
export function refusal(message: string): Refusal {
  return function refuse() {
    throw Object.assign(new Error(message), { code: "ERR_ACCESS_DENIED" });
  };
}

/** Puts something else in the place of what an object has, for good. What this Node does not have is left out. */
export function lock(owner: object, doors: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(doors)) {
    if (name in owner) Object.defineProperty(owner, name, { value, writable: false, configurable: false });
  }
}

/** Locks everything of a module that can be called. */
export function lockAll(owner: object, refuse: Refusal): void {
  const names = Object.keys(owner).filter((name) => typeof Reflect.get(owner, name) === "function");
  lock(owner, Object.fromEntries(names.map((name) => [name, refuse])));
}
