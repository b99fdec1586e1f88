import { loopForEver } from "../misbehaviour.ts";

/** Made never. */
export const misbehaving: never = loopForEver();
