// `pnpm reader`: runs the command line program, and builds it first if a source has changed.
// @boundaries-ignore part of the build, not of the package
import { launch } from "../../.ci/launch.mjs";

await launch({
  app: "apps/cli",
  script: "reader",
  sources: ["bundle.mjs", "../../.ci/bundle.mjs"],
  // Without its bundle the program works too, but starts more slowly.
  last: { command: ["apps/cli/bundle.mjs"], fault: "The program was not bundled:" },
});
