/** A wrong call of the program. It is reported on stderr in two lines, with exit code 2. */
export class UsageError extends Error {
  readonly "~reader" = "UsageError";
  /** One imperative sentence: what to do instead. */
  readonly hint: string;

  constructor(message: string, hint = "See reader --help.") {
    super(message);
    this.name = "UsageError";
    this.hint = hint;
  }
}
