import type { QuickTags } from "../base/quick-resources.ts";

/** For a document without tags. */
export const noTags: QuickTags = {
  begin: () => undefined,
  end: () => undefined,
  enterForm: () => undefined,
  settle: () => undefined,
  leaveForm: () => undefined,
  finish: () => undefined,
};
