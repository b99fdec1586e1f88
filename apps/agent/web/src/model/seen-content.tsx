import { type FormEvent, memo, type ReactNode, useState } from "react";
import type { Place } from "@reader/core";
import type { Seen, SeenBlock, SeenNote, ShownImage } from "../../../src/web/wire.ts";
import { firstLineOf, isFields } from "../shared/aim.ts";
import type { Viewer } from "../shared/use-viewer.ts";
import { grouped, sizeWords } from "../shared/words.ts";

interface SeenContentProps {
  readonly seen: Seen;
  readonly viewer: Viewer;
}

/** The answer in the order of the model's input. */
export function SeenContent({ seen, viewer }: SeenContentProps): ReactNode {
  const { blocks, notes } = seen;
  const show = (at: Place | undefined, index: number): void => {
    const line = firstLineOf(blocks.slice(index));
    // The new place replaces the first line that the person chose.
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
      return <Thumbnail text={block.text} image={block.image} tokens={block.tokens} />;
    case "document":
      return (
        <p className="seen-mark">
          {block.text} <span className="badge">{sizeWords(block.bytes)} as it is</span>
        </p>
      );
  }
}

interface NotesProps {
  readonly notes: readonly SeenNote[];
  readonly isError: boolean;
}

/** The notes of the reader, separate from the content. An error and its advice are one note. */
function Notes({ notes, isError }: NotesProps): ReactNode {
  if (notes.length === 0) return null;
  if (isError) {
    const text = notes.map((note) => note.text).join("\n");
    return <p className="callout callout-bad error-notes">{text}</p>;
  }
  return (
    <ul className="notes" aria-label="Notes of the reader">
      {notes.map(({ text, code }, index) => (
        <li key={`${String(index)} ${text}`} className={code === undefined ? "callout" : "callout callout-warn"}>
          {text}
          {code === undefined ? null : <span className="badge">{code}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Numbered lines as they are sent. A colon after the number marks a match. */
const NumberedLines = memo(function NumberedLines({ text }: { readonly text: string }): ReactNode {
  return (
    <div className="numbered">
      {text.split("\n").map((line, index) => {
        const [, number = "", mark = "", content = line] = /^(-?\d+)([\t:])([^]*)$/.exec(line) ?? [];
        return (
          <div className="numbered-line" key={`${String(index)} ${number}`} data-match={mark === ":"}>
            <span className="gutter">{number}</span>
            <span className="numbered-text">{content}</span>
          </div>
        );
      })}
    </div>
  );
});

interface PasswordFormProps {
  readonly onPassword: (password: string) => void;
}

/** The form for a document's password. It is only sent in the request, and never stored or put into the address. */
function PasswordForm({ onPassword }: PasswordFormProps): ReactNode {
  const [password, setPassword] = useState("");
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (password !== "") onPassword(password);
  };
  return (
    <form className="password" onSubmit={send}>
      <label>
        <span>Password</span>
        <input
          type="password"
          autoComplete="off"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      </label>
      <button type="submit" className="primary" disabled={password === ""}>
        Open
      </button>
    </form>
  );
}

interface ThumbnailProps {
  /** The line of the image in the text. */
  readonly text: string;
  readonly image: ShownImage;
  readonly tokens: number;
}

/** A small view of an image as it is sent. A click enlarges it. */
function Thumbnail({ text, image, tokens }: ThumbnailProps): ReactNode {
  const [isLarge, setLarge] = useState(false);
  return (
    <figure className="thumbnail" data-large={isLarge}>
      <p className="seen-mark">{text}</p>
      <button
        type="button"
        aria-expanded={isLarge}
        aria-label={`${isLarge ? "Shrink" : "Enlarge"} ${text}`}
        onClick={() => setLarge(!isLarge)}
      >
        <img
          src={image.url}
          alt={image.alt ?? text}
          {...(image.widthPx === undefined ? {} : { width: image.widthPx, height: image.heightPx })}
        />
      </button>
      <figcaption>{captionOf(image, tokens)}</figcaption>
    </figure>
  );
}

/** `4032×3024 → 1568×1176, 212 KB · 2 352 tokens` */
function captionOf(image: ShownImage, tokens: number): string {
  const { widthPx, heightPx, originalWidthPx = widthPx, originalHeightPx = heightPx, bytes, mediaType } = image;
  const sent = widthPx === undefined ? "" : `${widthPx}×${heightPx}`;
  const original = originalWidthPx === undefined ? "" : `${originalWidthPx}×${originalHeightPx}`;
  const size = original === sent ? `${sent} as it is` : `${original} → ${sent}`;
  return `${size}, ${mediaType.replace("image/", "").toUpperCase()} ${sizeWords(bytes)} · ${grouped(tokens)} ${tokens === 1 ? "token" : "tokens"}`;
}
