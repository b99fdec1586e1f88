/** Where bare specifiers of origins are resolved. */
export interface ResolvePlace {
  /** File URL of the module that resolves them. Default of `isolate`: this package. */
  readonly resolveFrom: string;
  /**
   * A package that `resolveFrom` finds. The specifiers are resolved from there instead, so that a program can use handlers
   * that only this package depends on.
   */
  readonly resolveThrough?: string;
}
