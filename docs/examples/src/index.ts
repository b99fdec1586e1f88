/** The examples that are compiled and run. */
export const examples: readonly string[] = [];
