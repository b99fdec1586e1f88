/** How text is recognised. Everything has a default. */
export interface OcrOptions {
  /**
   * The languages of the pictures, the most likely one first, by the names of their data: `eng`, `deu`, `chi_sim`. The
   * data of each is the npm package `@tesseract.js-data/NAME`; that of `eng`, the default, comes with this package.
   */
  readonly languages?: readonly string[];
  /** The file URL from which packages of languages are resolved besides this package's own place: your program's. */
  readonly resolveFrom?: string;
  /** Folders with `NAME.traineddata` or `NAME.traineddata.gz`, by language, for data that is no npm package. */
  readonly dataFolders?: Readonly<Record<string, string>>;
}
