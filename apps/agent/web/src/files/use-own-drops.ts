import { useEffect, type RefObject } from "react";

/** A file that misses `zone` must not take the place of the page, as browsers have it. */
export function useOwnDrops(zone: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const refuse = (event: DragEvent): void => {
      if (event.target instanceof Node && zone.current?.contains(event.target) === true) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = "none";
    };
    addEventListener("dragover", refuse);
    addEventListener("drop", refuse);
    return () => {
      removeEventListener("dragover", refuse);
      removeEventListener("drop", refuse);
    };
  }, [zone]);
}
