/** The name of this handler. */
export const name = "notebook";
