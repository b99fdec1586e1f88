import { raise } from "../misbehaviour.ts";

/** Made only after the module has failed to load. */
export const misbehaving: never = raise(new Error("this module does not load"));
