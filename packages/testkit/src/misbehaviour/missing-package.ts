/** A package that nobody has installed. */
export const missingPackage: string = "reader-testkit-package-that-nobody-has";
