import { afterEach, expect, test, vi } from "vitest";
import { preventExitHang } from "../src/exit-hang.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("only a run that takes long has no thread left that compiles when it ends", () => {
  const setFlagsFromString = vi.spyOn(process.getBuiltinModule("node:v8"), "setFlagsFromString").mockReturnValue();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  preventExitHang();
  vi.advanceTimersByTime(20);
  expect(setFlagsFromString).not.toHaveBeenCalled();
  vi.advanceTimersByTime(50);
  expect(setFlagsFromString).toHaveBeenCalledExactlyOnceWith("--no-concurrent-sparkplug");
});
