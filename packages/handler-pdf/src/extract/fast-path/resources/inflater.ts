import { constants, createInflateRaw } from "node:zlib";

/**
 * What the streams of Node's `zlib` inflate with. It is not documented, though the same in all versions, and packages of
 * many users work with it (`pngjs`, `minizlib`): it is used in versions in which it was tried,
 * looked at before, and done without where it is other.
 */
interface Handle {
  writeSync(flush: number, input: Uint8Array, ...places: readonly unknown[]): void;
  reset(): void;
  onerror: (message: string) => void;
}

/** Inflates data without a header, one after the other into the same place. */
export interface Inflater {
  /** The data inflated, which stands there until the next; undefined where it is damaged or too long. */
  readonly inflate: (data: Uint8Array) => Uint8Array | undefined;
}

/**
 * Makes an inflater of data of less than so many bytes. A state and memory of its own for each would leave gaps between what
 * lives longer, which is why `inflateRawSync` will not do. Undefined where Node has none of what that takes.
 */
export function createInflater(maxBytes: number): Inflater | undefined {
  const begin = beginHandle;
  let current = begin();
  if (current === undefined) return undefined;
  const place = new Uint8Array(maxBytes);
  return {
    inflate(data) {
      current ??= begin();
      if (current === undefined) return undefined;
      const { handle, left } = current;
      let isDamaged = false;
      handle.onerror = () => {
        isDamaged = true;
      };
      handle.writeSync(constants.Z_FINISH, data, 0, data.length, place, 0, place.length);
      const [free = 0] = left;
      if (isDamaged) current = undefined;
      else handle.reset();
      return isDamaged || free === 0 ? undefined : place.subarray(0, place.length - free);
    },
  };
}

interface OpenHandle {
  readonly handle: Handle;
  /** Bytes that are left of the place, and of the data. */
  readonly left: Uint32Array;
}

/** The versions of Node in which it was tried: one that takes other arguments might end the process instead of throwing. */
const triedIn = /^Node\.js\/2[246]$/;

function beginHandle(): OpenHandle | undefined {
  if (!triedIn.test(navigator.userAgent)) return undefined;
  const stream = createInflateRaw() as { readonly _handle?: unknown; readonly _writeState?: unknown };
  const { _handle: handle, _writeState: left } = stream;
  return isHandle(handle) && left instanceof Uint32Array ? { handle, left } : undefined;
}

function isHandle(value: unknown): value is Handle {
  const { writeSync, reset } = (value ?? {}) as Partial<Handle>;
  return typeof writeSync === "function" && typeof reset === "function";
}
