import type { Source } from "@reader/core/handler";

/** Reads small pieces of a file through a window, so that a thousand headers are not a thousand requests. */
export interface ByteWindow {
  readonly path: string;
  readonly size: number;
  /** Returns the bytes from `start` to `end`; fewer if the file is shorter. */
  slice(start: number, end: number): Promise<Uint8Array>;
}

const windowBytes = 64 * 1024;

/** Creates a window on a file. Pieces longer than the window are read directly. */
export function createWindow(source: Pick<Source, "path" | "size" | "slice">): ByteWindow {
  const { path, size } = source;
  let held: Uint8Array = new Uint8Array();
  let heldStart = 0;
  return {
    path,
    size,
    async slice(start, end) {
      const last = Math.min(end, size);
      if (start >= last) return new Uint8Array();
      if (last - start > windowBytes) return source.slice(start, last);
      if (start < heldStart || last > heldStart + held.length) {
        held = await source.slice(start, Math.min(size, start + windowBytes));
        heldStart = start;
      }
      return held.subarray(start - heldStart, last - heldStart);
    },
  };
}
