import { type ReactNode, useEffect, useState } from "react";
import type { Json } from "@reader/core";
import type { ModelName, Payload, ProviderName } from "../../../src/web/wire.ts";
import { fetchPayload } from "../shared/api.ts";
import { problemWords, sizeWords } from "../shared/words.ts";

interface PayloadViewProps {
  readonly provider: ProviderName;
  readonly request: Json;
  readonly model: ModelName;
}

/** The message to a provider that contains the answer, without the bytes of images and documents. */
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
