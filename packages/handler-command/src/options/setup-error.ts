/**
 * A handler or configuration that the user named cannot be used. Has the same brand as the error of `@reader/isolate`.
 */
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
