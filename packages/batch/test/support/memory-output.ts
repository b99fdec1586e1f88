import { type AppendFile, BatchError, type OutputFiles } from "../../src/index.ts";

/** One write to the output. */
export interface OutputCall {
  readonly name: "append" | "sync" | "replace" | "create" | "rename" | "remove";
  readonly path: string;
}

/** Output in memory, which can lose a process at any write. */
export interface MemoryOutput extends OutputFiles {
  /** The complete files and those that grow. */
  readonly content: Map<string, Uint8Array>;
  /** The number of writes so far. */
  readonly writes: number;
  /** Called before each write. What it throws is thrown by the write; `keeps` bytes of an append are written before. */
  before:
    | ((call: OutputCall, number: number) => { readonly keeps: number; readonly error: Error } | undefined)
    | undefined;
}

/** Thrown where a process would have been killed. */
export class Killed extends Error {}

/** A failed system call. */
export function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** Creates output in memory. */
export function memoryOutput(content: Map<string, Uint8Array> = new Map(), folder = "out"): MemoryOutput {
  let writes = 0;
  const bytesOf = (path: string): Uint8Array => content.get(path) ?? new Uint8Array();
  const begin = (call: OutputCall, write: (keeps?: number) => void): void => {
    writes += 1;
    const fault = output.before?.(call, writes);
    if (fault === undefined) return write();
    if (fault.keeps > 0) write(fault.keeps);
    throw fault.error;
  };
  const add = (path: string, bytes: Uint8Array): void => {
    const old = bytesOf(path);
    const all = new Uint8Array(old.length + bytes.length);
    all.set(old);
    all.set(bytes, old.length);
    content.set(path, all);
  };
  const append = (path: string): AppendFile => ({
    get size() {
      return bytesOf(path).length;
    },
    append: async (bytes) =>
      begin({ name: "append", path }, (keeps = bytes.length) => add(path, bytes.slice(0, keeps))),
    sync: async () => begin({ name: "sync", path }, () => undefined),
    close: () => Promise.resolve(),
  });
  const output: MemoryOutput = {
    folder,
    content,
    get writes() {
      return writes;
    },
    before: undefined,
    async append(path, size) {
      if ((size ?? 0) > bytesOf(path).length)
        throw new BatchError("damaged", `${path} is too short.`, { hint: "None." });
      if (size !== undefined || !content.has(path)) content.set(path, bytesOf(path).slice(0, size ?? 0));
      return append(path);
    },
    replace: async (path, bytes) => begin({ name: "replace", path }, () => void content.set(path, bytes.slice())),
    async create(path, bytes) {
      if (content.has(path)) return false;
      begin({ name: "create", path }, () => void content.set(path, bytes.slice()));
      return true;
    },
    rename: async (from, to) =>
      begin({ name: "rename", path: to }, () => {
        const bytes = content.get(from);
        if (bytes === undefined) throw systemError("ENOENT");
        content.set(to, bytes);
        content.delete(from);
      }),
    remove: async (path) => begin({ name: "remove", path }, () => void content.delete(path)),
    async list(path) {
      const start = path === "" ? "" : `${path}/`;
      const inner = [...content.keys()]
        .filter((name) => name.startsWith(start))
        .map((name) => name.slice(start.length));
      return inner.length === 0 ? undefined : [...new Set(inner.map((name) => name.split("/")[0] ?? ""))];
    },
    size: async (path) => content.get(path)?.length,
    async read(path, target, position) {
      const bytes = bytesOf(path).subarray(position, position + target.length);
      target.set(bytes);
      return bytes.length;
    },
  };
  return output;
}
