/** The version of the handler contract. */
export const contractVersion = 1;
