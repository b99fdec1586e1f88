/** A fault in how the program was called: told on stderr in two lines, with the exit code 2. */
export class UsageError extends Error {
  readonly "~reader" = "UsageError";
  /** One imperative sentence: what to do instead. */
  readonly hint: string;

  constructor(message: string, hint = "See --help.") {
    super(message);
    this.name = "UsageError";
    this.hint = hint;
  }
}
