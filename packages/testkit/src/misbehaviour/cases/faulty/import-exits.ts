/** Made only after the process has ended. */
export const misbehaving: never = process.exit(0);
