// @boundaries-ignore part of the build, not of the package
import { library } from "../../.ci/bundle.mjs";

// Programs load this package together with the reader, so a copy of the modules of the core would only cost time.
export default library(import.meta.dirname, { bundlesCore: false });
