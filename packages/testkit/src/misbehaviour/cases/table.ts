import { asking } from "./asking.ts";
import { dying } from "./dying.ts";
import { callingOut, escaping } from "./escaping.ts";
import { flooding } from "./flooding.ts";
import { hanging } from "./hanging.ts";
import { hoarding } from "./hoarding.ts";
import { leaking } from "./leaking.ts";
import { loadingNative } from "./loading-native.ts";
import { loading } from "./loading.ts";
import { malformed } from "./malformed.ts";
import type { Misbehaviour } from "./misbehaviour.ts";
import { polluting } from "./polluting.ts";
import { printing } from "./printing.ts";
import { throwing } from "./throwing.ts";
import { untimely } from "./untimely.ts";

/** Every way to go wrong, by family. */
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
