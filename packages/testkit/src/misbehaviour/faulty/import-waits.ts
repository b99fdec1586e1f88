import { never } from "../acting.ts";

/** Made never. */
export const misbehaving: never = await never();
