import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from "react";
import type { Json } from "@reader/core";
import type { Meter, ModelName, Next, Payload, ProviderName, Seen, SeenFacts } from "../../../src/web/wire.ts";
import { callWords } from "../shared/hidden-password.ts";
import { useHighlight } from "../shared/use-highlight.ts";
import type { Viewer } from "../shared/use-viewer.ts";
import { grouped, sizeWords, timeWords, problemWords } from "../shared/words.ts";
import { fetchPayload } from "../shared/api.ts";
import { SeenContent } from "./seen-content.tsx";

interface ModelPaneProps {
  readonly seen: Seen;
  readonly viewer: Viewer;
  readonly providers: readonly ProviderName[];
}

const content = "content";

/** What the model gets: the content, and the message to each provider. */
export function ModelPane({ seen, viewer, providers }: ModelPaneProps): ReactNode {
  const [shape, setShape] = useState(content);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In braces, because newer browsers return a promise, which an effect must not return.
    body.current?.scrollTo({ top: 0 });
  }, [seen, shape]);
  useHighlight(body, "model-marks", { marks: viewer.marks, content: seen });
  const { facts } = seen;
  const provider = providers.find(({ id }) => id === shape);
  return (
    <section className="pane" aria-labelledby="model-title">
      <div className="pane-head">
        <h2 id="model-title">As the model gets it</h2>
        <ShapeMenu providers={providers} chosen={shape} onChoose={setShape} />
        {facts === undefined ? null : <TokenMeter meter={facts.meter} />}
      </div>
      <div
        className="pane-body model-body"
        id="model-panel"
        role="region"
        aria-label={provider === undefined ? "The answer" : `The message to ${provider.label}`}
        tabIndex={0}
        ref={body}
      >
        {provider === undefined ? (
          <SeenContent seen={seen} viewer={viewer} />
        ) : (
          <PayloadView key={shape} provider={provider} request={viewer.request} model={viewer.model} />
        )}
      </div>
      {facts?.next === undefined ? null : <ContinueButton next={facts.next} onSend={viewer.open} />}
      <Facts seen={seen} />
    </section>
  );
}

interface ShapeMenuProps {
  readonly providers: readonly ProviderName[];
  readonly chosen: string;
  readonly onChoose: (shape: string) => void;
}

/** A menu of what is shown: the content, or the message to one of the providers. */
function ShapeMenu({ providers, chosen, onChoose }: ShapeMenuProps): ReactNode {
  return (
    <select
      name="shape"
      aria-label="What is shown of the answer"
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
    >
      <option value={content}>Content</option>
      <optgroup label="Message to">
        {providers.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </optgroup>
    </select>
  );
}

interface ContinueButtonProps {
  readonly next: Next;
  readonly onSend: (request: Json) => void;
}

/** A button that sends the next request, as the model would. */
function ContinueButton({ next, onSend }: ContinueButtonProps): ReactNode {
  const { request, remaining } = next;
  return (
    <div className="continue">
      <button type="button" className="primary" onClick={() => onSend({ ...request })}>
        Continue
        {remaining === undefined ? null : <span className="continue-left">{grouped(remaining)} lines left</span>}
      </button>
      <code>read {callWords({ ...request })}</code>
    </div>
  );
}

/** The detected type and the file extension, the handler, and the time. */
function Facts({ seen }: { readonly seen: Seen }): ReactNode {
  const { facts, milliseconds } = seen;
  return (
    <dl className="facts">
      {facts === undefined ? null : <FileFacts facts={facts} />}
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
  if (nameDisagrees) return <span className="badge badge-warn">but named {extension}</span>;
  return <span className="quiet">matches {extension}</span>;
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The cost of the answer, and its budget. */
function TokenMeter({ meter }: { readonly meter: Meter }): ReactNode {
  const { tokens, maxTokens, bytes, maxBytes, images, maxImages } = meter;
  const share = Math.min(1, tokens / maxTokens);
  const fill: CSSProperties & Record<"--share", number> = { "--share": share };
  const details = `${sizeWords(bytes)} of ${sizeWords(maxBytes)} of text · ${images} of ${maxImages} images`;
  return (
    <div className="meter" title={details}>
      <div
        className="meter-bar"
        role="meter"
        aria-label="Tokens of the budget"
        aria-valuemin={0}
        aria-valuemax={maxTokens}
        aria-valuenow={Math.min(tokens, maxTokens)}
        aria-valuetext={`${tokens} of ${maxTokens} tokens; ${details}`}
        data-full={share > 0.9}
        style={fill}
      />
      <span className="meter-words">
        <strong>{grouped(tokens)}</strong> of {grouped(maxTokens)}
        <span className="meter-unit"> tokens</span>
      </span>
    </div>
  );
}

interface PayloadViewProps {
  readonly provider: ProviderName;
  readonly request: Json;
  readonly model: ModelName;
}

/** The message to a provider that contains the answer, without the bytes of images and documents. */
function PayloadView({ provider, request, model }: PayloadViewProps): ReactNode {
  const [payload, setPayload] = useState<Payload>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const controller = new AbortController();
    setProblem(undefined);
    fetchPayload({ provider: provider.id, request, model }, controller.signal).then(setPayload, (error: unknown) => {
      if (!controller.signal.aborted) setProblem(problemWords(error));
    });
    return () => controller.abort();
  }, [provider, request, model]);
  if (problem !== undefined) return <p className="callout callout-bad">{problem}</p>;
  if (payload === undefined) return <p className="quiet">Asking…</p>;
  return (
    <div className="payload">
      <p className="quiet">
        {sizeWords(payload.bytes)} of JSON as it is sent; bytes of images and documents are described instead of shown.
        {provider.knowsModel
          ? " It is for this provider's models, whichever model is chosen above."
          : " It is for the model chosen above."}
      </p>
      <JsonText value={payload.message} />
      <details>
        <summary>Tool definition</summary>
        <JsonText value={payload.definition} />
      </details>
    </div>
  );
}

function JsonText({ value }: { readonly value: Json }): ReactNode {
  const parts = JSON.stringify(value, null, 2).split(/(<base64 [^>]+>)/);
  return (
    <pre className="json">{parts.map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))}</pre>
  );
}
