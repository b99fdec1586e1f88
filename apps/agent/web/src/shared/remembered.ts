import { useState } from "react";

/** Reads a value that this tab stored. Returns `undefined` if there is none, or it is not valid JSON. */
export function recall(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(key)) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value until the tab is closed; `undefined` removes it. Full or blocked storage is ignored. */
export function remember(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(storageKey(key));
    else sessionStorage.setItem(storageKey(key), JSON.stringify(value));
  } catch {
    // The page works without it.
  }
}

/** Returns a number that survives a reload, and a function to change it. */
export function useRememberedNumber(key: string, initial: number): readonly [number, (value: number) => void] {
  const [value, setValue] = useState(() => {
    const known = recall(key);
    return typeof known === "number" && Number.isFinite(known) ? known : initial;
  });
  const change = (next: number): void => {
    remember(key, next);
    setValue(next);
  };
  return [value, change];
}

function storageKey(key: string): string {
  return `reader-${key}`;
}
