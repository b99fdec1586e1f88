import type { ReactNode } from "react";
import type { Seen, SeenFacts } from "../../../src/web/wire/seen.ts";
import { timeWords } from "../words.ts";

/** What the bytes are against what the name says, who read them, and how long that took. */
export function Facts({ seen }: { readonly seen: Seen }): ReactNode {
  const { facts, error, milliseconds } = seen;
  return (
    <dl className="facts">
      {facts === undefined ? null : <FileFacts facts={facts} />}
      {error === undefined ? null : (
        <Fact name="Error">
          <span className="badge badge-bad">{error.code}</span>
        </Fact>
      )}
      <Fact name="Time">{timeWords(milliseconds)}</Fact>
    </dl>
  );
}

function FileFacts({ facts }: { readonly facts: SeenFacts }): ReactNode {
  const { mediaType, handler, extents, status } = facts;
  return (
    <>
      <Fact name="Type">
        <code>{mediaType}</code> <NameVerdict facts={facts} />
      </Fact>
      <Fact name="Handler">{handler}</Fact>
      {extents.length === 0 ? null : <Fact name="Holds">{extents.join(", ")}</Fact>}
      <Fact name="Answer">{status}</Fact>
    </>
  );
}

function NameVerdict({ facts: { extension, nameDisagrees } }: { readonly facts: SeenFacts }): ReactNode {
  if (extension === "") return <span className="quiet">no extension</span>;
  if (nameDisagrees) return <span className="badge badge-warn">although named {extension}</span>;
  return <span className="quiet">as {extension} says</span>;
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
