import { missingPackage } from "../misbehaviour.ts";

/** Never assigned, because the package is missing. */
export const misbehaving: unknown = await import(missingPackage);
