import { raise } from "../misbehaviour.ts";

/** Never assigned, because the module throws. */
export const misbehaving: never = raise(new Error("this module does not load"));
