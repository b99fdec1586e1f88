#!/usr/bin/env node
import { startBundle } from "./start-bundle.ts";

if (!startBundle(`${import.meta.dirname}/bundle`)) void import("./serve.ts");
