/** The assembled module, without debug names. */
export function assemble(): Promise<Uint8Array>;

/** The module as the TypeScript file that the package ships. */
export function render(): Promise<string>;
