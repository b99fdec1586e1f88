/** A fault in how the program was called: told on stderr in two lines, with the exit code 2. */
export class UsageError extends Error {
  readonly "~reader" = "UsageError";
  /** One imperative sentence: what to do instead. */
  readonly hint: string;

  constructor(message: string, hint = "See reader-mcp --help.") {
    super(message);
    this.name = "UsageError";
    this.hint = hint;
  }

  /** By its brand: the parts of a bundle have a copy of this class each. */
  static is(value: unknown): value is UsageError {
    return value instanceof Error && "~reader" in value && value["~reader"] === "UsageError";
  }
}
