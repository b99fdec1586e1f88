/** What Node's permissions do not give, by their names, as an author of a handler understands it. */
const refusals: Readonly<Record<string, string>> = {
  FileSystemRead: "A handler may read no file but those of its package and of what that depends on",
  FileSystemWrite: "A handler may write no file",
  ChildProcess: "A handler may start no program",
  WorkerThreads: "A handler may start no thread",
  WASI: "A handler may not use WASI",
  Inspector: "A handler may open no debugger",
  Net: "A handler may use no network",
};

/**
 * Words for an error of Node's permission model, whose own advise flags that nobody can set; `undefined` for any other.
 * Of the file only its name is told: its folder may be a secret of the machine.
 */
export function deniedWords({ code, permission, resource }: Readonly<Record<string, unknown>>): string | undefined {
  if (code !== "ERR_ACCESS_DENIED" || typeof permission !== "string") return undefined;
  const words = Object.hasOwn(refusals, permission) ? refusals[permission] : undefined;
  if (words === undefined || !permission.startsWith("FileSystem")) return words;
  const name = typeof resource === "string" ? resource.split(/[\\/]/).findLast((part) => part !== "") : undefined;
  return name === undefined ? words : `${words}, and it asked for ${name.slice(0, 80)}`;
}
