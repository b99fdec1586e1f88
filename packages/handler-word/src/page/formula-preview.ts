/** Endings of metafiles, in which programs store previews. Models cannot see them. */
const metafile = /\.(?:emf|wmf|pict)$/;

/**
 * True if an image is left out because it shows a formula that is written. `formula` is that of the object around the
 * image. It is empty if it is unreadable; then only a metafile is left out, because the object has a mark.
 */
export function isPreviewOmitted(formula: string | undefined, imageName: string): boolean {
  return formula !== undefined && (formula !== "" || metafile.test(imageName));
}
