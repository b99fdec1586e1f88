/** The words of Node for what it does not find, whether it was imported or required. */
const notFound = /Cannot find (?:package|module) '((?:@[\w.-]+\/)?\w[\w.-]*)'/;

/** The package that is not installed, where that is what an error says. */
export function missingPackageOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  const isMissing = error.code === "ERR_MODULE_NOT_FOUND" || error.code === "MODULE_NOT_FOUND";
  return isMissing ? notFound.exec(error.message)?.[1] : undefined;
}
