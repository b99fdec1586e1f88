import { useSyncExternalStore } from "react";

/** Screens with a single column; `styles/layout.css` has the same query. */
export const narrowScreen = "(max-width: 640px), (max-height: 520px)";

/** Screens with the two views above each other; `styles/layout.css` has the same query. */
export const stackedScreen = "(max-width: 900px)";

/** True while the screen matches a media query. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    () => matchMedia(query).matches,
  );
}
