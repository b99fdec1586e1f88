import type { ReactNode } from "react";
import type { Json } from "@reader/core";
import type { FileEntry } from "../../../src/web/wire.ts";

interface MemberListProps {
  readonly entries: readonly FileEntry[];
  readonly onOpen: (request: Json) => void;
}

/** The members of an archive. A click opens one. */
export function MemberList({ entries, onOpen }: MemberListProps): ReactNode {
  return (
    <ul className="members">
      {entries.map(({ name, path, select, size, kind, isDenied }) => (
        <li key={name}>
          {kind === "link" || select === undefined || isDenied === true ? (
            <span className="quiet">{name}</span>
          ) : (
            <button type="button" className="member" onClick={() => onOpen({ path, select })}>
              {name}
            </button>
          )}
          <span className="quiet">{isDenied === true ? "denied" : (size ?? kind)}</span>
        </li>
      ))}
    </ul>
  );
}
