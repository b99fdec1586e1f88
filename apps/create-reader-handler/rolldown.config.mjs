// @boundaries-ignore part of the build, not of the package
import { program } from "../../.ci/bundle.mjs";

export default program(import.meta.dirname, { external: [] });
