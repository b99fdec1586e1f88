import { looping } from "./factories.ts";

/** Made never. */
export const misbehaving: never = looping();
