/** A wrong call of a program. The program reports it on stderr in two lines, with exit code 2. */
export class UsageError extends Error {
  readonly "~reader" = "UsageError";
  /** One imperative sentence: what to do instead. */
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.name = "UsageError";
    this.hint = hint;
  }

  /** Checks the brand, because each part of a bundle has its own copy of this class. */
  static is(value: unknown): value is UsageError {
    return value instanceof Error && "~reader" in value && value["~reader"] === "UsageError";
  }
}
