// @boundaries-ignore part of the build, not of the package
import { library } from "../../.ci/bundle.mjs";

// Programs load the tool together with the reader, so a copy of the core's modules would only cost time.
export default library(import.meta.dirname, { bundlesCore: false });
