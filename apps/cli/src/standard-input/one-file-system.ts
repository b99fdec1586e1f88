import type { FileHandle, FileStat, FileSystem } from "@reader/core";

const { posix } = process.getBuiltinModule("node:path");

/** A file system with one folder that holds one file. */
export function oneFileSystem(name: string, file: OneFile): FileSystem {
  const path = `/${name}`;
  const find = <Found>(asked: string, found: { readonly root: Found; readonly file: Found }): Found => {
    if (asked === "/") return found.root;
    if (asked === path) return found.file;
    throw Object.assign(new Error(`There is only ${path}.`), { code: "ENOENT" });
  };
  const stat = (asked: string): Promise<FileStat> =>
    file.stat().then((found) => find(asked, { root: folder, file: found }));
  return {
    platform: "posix",
    path: posix,
    workingDirectory: "/",
    homeDirectory: undefined,
    realPath: (asked) => stat(asked).then(() => asked),
    stat,
    linkStat: stat,
    open: (asked) => stat(asked).then(() => ({ ...file, realPath: () => Promise.resolve(undefined), close: noop })),
    openDirectory: async (asked) => ({
      stat: () => stat(asked),
      realPath: () => Promise.resolve(asked),
      async *list() {
        yield await Promise.resolve({ name, kind: "file" as const });
      },
      linkStat: (entry) => stat(`/${entry}`),
      readLink: (entry) => Promise.reject(Object.assign(new Error(`${entry} is not a link.`), { code: "EINVAL" })),
      close: noop,
    }),
  };
}

/** The file. Its bytes stay available after a handle is closed. */
export type OneFile = Pick<FileHandle, "stat" | "read">;

const folder: FileStat = { kind: "directory", size: 0, fileId: "0:0", modifiedNs: 0n, changedNs: 0n };

async function noop(): Promise<void> {
  // The creator of the file closes it.
}
