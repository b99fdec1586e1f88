#!/usr/bin/env node
import { startBundle } from "./start-bundle.ts";

// Either way the program ends by itself, with `process.exitCode`.
if (!startBundle(`${import.meta.dirname}/bundle`)) void import("./cli.ts");
