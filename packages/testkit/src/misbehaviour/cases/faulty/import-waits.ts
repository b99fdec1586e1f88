import { never } from "../misbehaviour.ts";

/** Never assigned, because the module never finishes. */
export const misbehaving: never = await never();
