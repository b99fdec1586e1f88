import { never } from "../misbehaviour.ts";

/** Made never. */
export const misbehaving: never = await never();
