import { missingPackage } from "../missing-package.ts";

/** The package that is missing. */
export const misbehaving: unknown = await import(missingPackage);
