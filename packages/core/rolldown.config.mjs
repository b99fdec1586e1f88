// @boundaries-ignore part of the build, not of the package
import { library } from "../../.ci/bundle.mjs";

export default library(import.meta.dirname, { bundlesCore: false });
