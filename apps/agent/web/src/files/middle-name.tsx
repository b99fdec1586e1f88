import type { ReactNode } from "react";
import { splitName } from "./split-name.ts";

/** A name that is cut in the middle if it is too long, so that its start and its extension stay visible. */
export function MiddleName({ name }: { readonly name: string }): ReactNode {
  const { start, end } = splitName(name);
  return (
    <span className="middle">
      <bdi className="middle-start">{start}</bdi>
      {end === "" ? null : <bdi className="middle-end">{end}</bdi>}
    </span>
  );
}
