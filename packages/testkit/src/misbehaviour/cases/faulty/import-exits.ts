/** Never assigned, because the process exits. */
export const misbehaving: never = process.exit(0);
