// Imported before the SDK, which makes its schemas when it is loaded. To generate code for them takes longer than it saves.
import { config } from "zod";

config({ jitless: true });
