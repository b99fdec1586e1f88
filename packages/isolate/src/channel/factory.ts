/** Which factory of a module makes a handler, and with what. */
export interface Factory {
  readonly export: string;
  readonly options?: unknown;
}
