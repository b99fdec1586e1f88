/** The handler contract that this kit tests. */
export const specVersion = 1;
