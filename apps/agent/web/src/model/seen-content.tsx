import type { ReactNode } from "react";
import type { Place } from "@reader/core";
import type { Seen, SeenBlock } from "../../../src/web/wire/seen.ts";
import type { Viewer } from "../use-viewer.ts";
import { firstLineOf, isFields } from "../aim.ts";
import { Notes } from "./notes.tsx";
import { NumberedLines } from "./numbered-lines.tsx";
import { PasswordForm } from "./password-form.tsx";
import { Thumbnail } from "./thumbnail.tsx";
import { sizeWords } from "../words.ts";

interface SeenContentProps {
  readonly seen: Seen;
  readonly viewer: Viewer;
}

/** The answer in the order in which the model reads it. */
export function SeenContent({ seen, viewer }: SeenContentProps): ReactNode {
  const { blocks, notes } = seen;
  const show = (at: Place | undefined, index: number): void => {
    const line = firstLineOf(blocks.slice(index));
    // Where a person had turned to counts no longer.
    const { from: _from, ...aim } = viewer.aim ?? {};
    viewer.turn({
      ...aim,
      path: seen.path,
      ...(at === undefined ? {} : { place: { unit: at.unit, index: at.index } }),
      ...(at?.unit === "entry" && at.label !== undefined ? { select: at.label } : {}),
      ...(line === undefined || line < 1 ? {} : { line }),
    });
  };
  const unlock = (password: string): void => {
    const { request } = viewer;
    viewer.open(isFields(request) ? { ...request, password } : { path: seen.path, password });
  };
  return (
    <>
      {blocks.length === 0 ? null : (
        <div className="seen">
          {blocks.map((block, index) => (
            <BlockView key={`${block.kind} ${String(index)}`} block={block} onShow={(at) => show(at, index)} />
          ))}
        </div>
      )}
      <Notes notes={notes} isError={seen.error !== undefined} />
      {seen.error?.code === "encrypted" ? <PasswordForm key={seen.path} onPassword={unlock} /> : null}
    </>
  );
}

interface BlockViewProps {
  readonly block: SeenBlock;
  readonly onShow: (at: Place | undefined) => void;
}

function BlockView({ block, onShow }: BlockViewProps): ReactNode {
  switch (block.kind) {
    case "lines":
      return <NumberedLines text={block.text} />;
    case "place":
      return (
        <button
          type="button"
          className="seen-place"
          title="Show this place as a person sees it"
          onClick={() => onShow(block.at)}
        >
          {block.text}
        </button>
      );
    case "outline":
      return <pre className="seen-outline">{block.text}</pre>;
    case "mark":
      return <p className="seen-mark">{block.text}</p>;
    case "image":
      return <Thumbnail text={block.text} picture={block.picture} tokens={block.tokens} />;
    case "document":
      return (
        <p className="seen-mark">
          {block.text} <span className="badge">{sizeWords(block.bytes)} as it is</span>
        </p>
      );
  }
}
