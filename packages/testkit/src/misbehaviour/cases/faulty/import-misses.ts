import { missingPackage } from "../misbehaviour.ts";

/** The package that is missing. */
export const misbehaving: unknown = await import(missingPackage);
