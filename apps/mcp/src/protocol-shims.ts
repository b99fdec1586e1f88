// Stands in the bundle for `@modelcontextprotocol/server/_shims`.
import process from "node:process";

export { process };

/** A validator that lets everything pass: the tools check their input themselves, and no other schema is used. */
export class DefaultJsonSchemaValidator {
  /** The check of a schema. */
  getValidator(): (value: unknown) => {
    readonly valid: true;
    readonly data: unknown;
    readonly errorMessage: undefined;
  } {
    return (data) => ({ valid: true, data, errorMessage: undefined });
  }
}
