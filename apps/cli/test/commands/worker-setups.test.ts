import { describe, expect, test } from "vitest";
import { keepLatest } from "../../src/commands/worker-setups.ts";

describe("the setups of a worker", () => {
  test("are made once while they are kept, and the oldest is closed for a new one", async () => {
    const log: string[] = [];
    const kept = keepLatest<string>(2, async (value) => void log.push(`close ${value}`));
    const get = (key: string): Promise<string> =>
      kept.get(key, async () => {
        log.push(`make ${key}`);
        return key;
      });
    for (const key of ["a", "b", "a", "c", "a", "b"]) expect(await get(key)).toBe(key);
    expect(log).toEqual(["make a", "make b", "make c", "close b", "make b", "close c"]);
    await kept.close();
    expect(log.slice(6)).toEqual(["close a", "close b"]);
  });

  test("that cannot be made are made again, and do not keep the others from being closed", async () => {
    const closed: string[] = [];
    const kept = keepLatest<string>(2, async (value) => {
      closed.push(value);
      if (value === "stuck") throw new Error("It does not end.");
    });
    const fails = (): Promise<string> => Promise.reject(new Error("bad settings"));
    await expect(kept.get("bad", fails)).rejects.toThrow("bad settings");
    expect(await kept.get("bad", async () => "good")).toBe("good");
    await kept.get("stuck", async () => "stuck");
    await expect(kept.get("third", fails)).rejects.toThrow("bad settings");
    await kept.get("fine", async () => "fine");
    await kept.close();
    expect(closed.toSorted()).toEqual(["fine", "good", "stuck"]);
  });
});
