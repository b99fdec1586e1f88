// A program without other threads that prints what it reads. Everything it loads is built, as in those threads.
import { allHandlers, readAllFormats } from "./formats.ts";

process.stdout.write(JSON.stringify(await readAllFormats(allHandlers())));
