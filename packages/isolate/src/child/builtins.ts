/**
 * Watches what the language and Node provide. A library that replaces or removes any of it breaks later documents, often
 * only now and then: with `setImmediate` gone, a document hangs only if the process is slow enough to need it.
 */
export interface BuiltinWatch {
  /** Records the present state, once. Later calls do nothing. */
  begin(): void;
  /** True if a function that was recorded has been replaced or removed, or every object has a new property. */
  isAltered(): boolean;
}

/** A function or getter, and where it belongs. */
interface Recorded {
  readonly owner: object;
  readonly key: PropertyKey;
  readonly code: unknown;
}

/** Taken before the handler's code runs; nothing else that a handler can replace is used to compare. */
const { getOwnPropertyDescriptor, getPrototypeOf, is } = Object;
const { ownKeys } = Reflect;

/** Creates a watch that has recorded nothing. */
export function createBuiltinWatch(): BuiltinWatch {
  let recorded: readonly Recorded[] | undefined;
  let sharedKeys = 0;
  return {
    begin() {
      recorded ??= builtinOwners().flatMap(codeOf);
      sharedKeys ||= ownKeys(Object.prototype).length;
    },
    isAltered() {
      if (recorded === undefined) return false;
      // No iterator: a handler can replace those, too.
      for (let index = 0; index < recorded.length; index += 1) {
        const { owner, key, code } = recorded[index] as Recorded;
        if (!is(codeAt(owner, key), code)) return true;
      }
      return ownKeys(sharedPrototype).length !== sharedKeys;
    },
  };
}

const sharedPrototype = Object.prototype;

/** The global object, every constructor and namespace in it, their prototypes, and those that have no name. */
function builtinOwners(): readonly object[] {
  const found = new Set<object>([process, process.getBuiltinModule("node:events").prototype]);
  const iterators = [[].values(), new Map().values(), new Set().values(), "".matchAll(/./g)];
  for (const each of [(async function* () {})(), ...iterators]) found.add(getPrototypeOf(each) as object);
  // Getters of the global object load parts of Node on first use and replace themselves.
  const values = ownKeys(globalThis).map((key) => getOwnPropertyDescriptor(globalThis, key)?.value as unknown);
  for (const value of [globalThis, getPrototypeOf(Uint8Array), ...values]) {
    if (!isOwner(value)) continue;
    found.add(value);
    const prototype: unknown = getOwnPropertyDescriptor(value, "prototype")?.value;
    if (isOwner(prototype)) found.add(prototype);
  }
  return [...found];
}

function isOwner(value: unknown): value is object {
  return typeof value === "function" || (typeof value === "object" && value !== null);
}

/** The functions and getters of an object. Other values, such as `Error.stackTraceLimit`, are there to be set. */
function codeOf(owner: object): readonly Recorded[] {
  return ownKeys(owner).flatMap((key) => {
    const code = codeAt(owner, key);
    return typeof code === "function" ? [{ owner, key, code }] : [];
  });
}

/** The function or getter at a key. The getters of the global object count as nothing, see above. */
function codeAt(owner: object, key: PropertyKey): unknown {
  const descriptor: { readonly value?: unknown; readonly get?: unknown } | undefined = getOwnPropertyDescriptor(
    owner,
    key,
  );
  if (descriptor === undefined) return undefined;
  return descriptor.value ?? (owner === globalThis ? undefined : descriptor.get);
}
