/** A handler that somebody named cannot be set up: a fault of whoever named it, told in two sentences. */
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
