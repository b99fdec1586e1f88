/** What somebody named cannot be set up: told in two sentences. The same brand as that of `@reader/isolate`. */
export class SetupError extends Error {
  readonly "~reader" = "SetupError";
  /** One imperative sentence: what to do instead. */
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.name = "SetupError";
    this.hint = hint;
  }
}
