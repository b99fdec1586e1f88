import { useEffect, useState, type ReactNode } from "react";
import type { Json } from "@reader/core";
import type { Payload } from "../../../src/web/wire/payload.ts";
import type { ModelName, ProviderName } from "../../../src/web/wire/start.ts";
import { fetchPayload } from "../api.ts";
import { problemWords, sizeWords } from "../words.ts";

interface PayloadViewProps {
  readonly provider: ProviderName;
  readonly request: Json;
  readonly model: ModelName;
}

/** The message that carries the answer to a provider: all of it but the bytes of pictures and documents. */
export function PayloadView({ provider, request, model }: PayloadViewProps): ReactNode {
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
        {sizeWords(payload.bytes)} of JSON as it is sent; bytes of pictures and documents are named instead of shown.
        {provider.knowsModel
          ? " It is for models of its own, whichever is chosen above."
          : " It is for the model that is chosen above."}
      </p>
      <JsonText value={payload.message} />
      <details>
        <summary>How the tool is described</summary>
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
