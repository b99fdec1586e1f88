import { useEffect, useRef, useState, type ReactNode } from "react";
import type { Seen } from "../../../src/web/wire/seen.ts";
import type { ProviderName } from "../../../src/web/wire/start.ts";
import { Tabs } from "../tabs.tsx";
import type { Viewer } from "../use-viewer.ts";
import { ContinueButton } from "./continue-button.tsx";
import { Facts } from "./facts.tsx";
import { PayloadView } from "./payload-view.tsx";
import { SeenContent } from "./seen-content.tsx";
import { TokenMeter } from "./token-meter.tsx";

interface ModelPaneProps {
  readonly seen: Seen;
  readonly viewer: Viewer;
  readonly providers: readonly ProviderName[];
}

const content = "content";

/** Exactly what the model gets: as it is to be read, and as each provider is sent it. */
export function ModelPane({ seen, viewer, providers }: ModelPaneProps): ReactNode {
  const [tab, setTab] = useState(content);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In braces: newer browsers return a promise, which an effect must not.
    body.current?.scrollTo({ top: 0 });
  }, [seen, tab]);
  const { facts } = seen;
  const provider = providers.find(({ id }) => id === tab);
  return (
    <section className="pane" aria-labelledby="model-title">
      <div className="pane-head">
        <h2 id="model-title">As the model gets it</h2>
        {facts === undefined ? null : <TokenMeter meter={facts.meter} />}
      </div>
      <Facts seen={seen} />
      <Tabs
        label="What is shown of the answer"
        tabs={[{ id: content, label: "Content" }, ...providers]}
        chosen={tab}
        onChoose={setTab}
        panelId="model-panel"
      />
      <div
        className="pane-body model-body"
        id="model-panel"
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
        tabIndex={0}
        ref={body}
      >
        {provider === undefined ? (
          <SeenContent seen={seen} viewer={viewer} />
        ) : (
          <PayloadView key={tab} provider={provider} request={viewer.request} model={viewer.model} />
        )}
      </div>
      {facts?.next === undefined ? null : <ContinueButton next={facts.next} onSend={viewer.open} />}
    </section>
  );
}
