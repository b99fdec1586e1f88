import { loopForEver } from "../misbehaviour.ts";

/** Never assigned, because the module loops. */
export const misbehaving: never = loopForEver();
