import { callingOut, escaping } from "./escaping.ts";
import { hanging, hoarding } from "./exhausting.ts";
import { dying, loading, throwing } from "./failing.ts";
import { malformed, untimely } from "./invalid-output.ts";
import { loadingNative } from "./loading-native.ts";
import type { Misbehaviour } from "./misbehaviour.ts";
import { asking, flooding } from "./overloading.ts";
import { leaking, polluting, printing } from "./process-misuse.ts";

/** All misbehaviours, by family. */
export const misbehaviours: readonly Misbehaviour[] = [
  ...throwing,
  ...hanging,
  ...hoarding,
  ...dying,
  ...printing,
  ...flooding,
  ...malformed,
  ...untimely,
  ...asking,
  ...leaking,
  ...escaping,
  ...callingOut,
  ...loadingNative,
  ...polluting,
  ...loading,
];
