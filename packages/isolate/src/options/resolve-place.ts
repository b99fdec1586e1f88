/** Where bare specifiers of origins are resolved. */
export interface ResolvePlace {
  /** File URL or absolute path of the module that resolves them. Default of `isolate`: this package. */
  readonly resolveFrom: string;
  /**
   * A package that `resolveFrom` finds. The specifiers are resolved from there instead, so that a program can use handlers
   * that only this package depends on.
   */
  readonly resolveThrough?: string;
}

/** Returns the file URL of a module given by its URL or its absolute path. Throws a `TypeError` for anything else. */
export function moduleUrl(module: string): string {
  const { fileURLToPath, pathToFileURL } = process.getBuiltinModule("node:url");
  try {
    if (process.getBuiltinModule("node:path").isAbsolute(module)) return pathToFileURL(module).href;
    const url = new URL(module);
    // It may be the URL of no path here, such as one of another host, or with an encoded separator.
    fileURLToPath(url);
    return url.href;
  } catch (cause) {
    throw new TypeError(
      `\`resolveFrom\` is ${JSON.stringify(module)}, but must be the file URL or the absolute path of a module, such as \`import.meta.url\`.`,
      { cause },
    );
  }
}
