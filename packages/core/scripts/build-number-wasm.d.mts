/** The assembled module in base64, without debug names. */
export function assemble(): Promise<string>;
