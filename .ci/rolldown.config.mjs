// The configuration of the packages that have none of their own. rolldown runs in the folder of the package.
import { library } from "./bundle.mjs";

export default library(process.cwd());
