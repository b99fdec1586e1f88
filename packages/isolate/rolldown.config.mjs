// @boundaries-ignore part of the build, not of the package
import { library } from "../../.ci/bundle.mjs";

const child = "./child";

// The program of a child is one file, because each child would load further ones again.
export default [
  library(import.meta.dirname, { only: (entry) => entry !== child }),
  library(import.meta.dirname, { only: (entry) => entry === child, cleans: false }),
];
