import { useRef, useState, type ChangeEvent, type DragEvent, type ReactNode } from "react";
import { sizeWords } from "../words.ts";
import { armfulOf, bringFiles, type Armful } from "./bring-files.ts";
import { useOwnDrops } from "./use-own-drops.ts";

interface DropZoneProps {
  readonly children: ReactNode;
  /** Bytes of one file. */
  readonly maxBytes: number;
  /** The paths of what was taken, and why the rest was not. */
  readonly onFiles: (paths: readonly string[], refusals: readonly string[]) => void;
}

/** Takes files that are dropped onto it, or chosen with its button. */
export function DropZone({ children, maxBytes, onFiles }: DropZoneProps): ReactNode {
  const [isOver, setOver] = useState(false);
  const [isTaking, setTaking] = useState(false);
  const zone = useRef<HTMLDivElement>(null);
  useOwnDrops(zone);
  const take = async (armful: Armful): Promise<void> => {
    setTaking(true);
    const { paths, refusals } = await bringFiles(armful, maxBytes);
    setTaking(false);
    onFiles(paths, refusals);
  };
  const onDragOver = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void take(armfulOf(event.dataTransfer));
  };
  const onDragLeave = ({ relatedTarget, currentTarget }: DragEvent): void => {
    // From one part of it to another is not out of it.
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
  };
  return (
    <div
      className="drop-zone"
      ref={zone}
      data-over={isOver}
      onDragOver={onDragOver}
      onDragLeave={onDragLeave}
      onDrop={onDrop}
    >
      {children}
      <div className="drop-hint">
        <p role="status">{isTaking ? "Taking files…" : "Drop files here, or"}</p>
        <FileChooser isDisabled={isTaking} onFiles={(files) => void take({ files, folders: [] })} />
        <p className="quiet">Up to {sizeWords(maxBytes)} each. They stay on this machine.</p>
      </div>
    </div>
  );
}

interface FileChooserProps {
  readonly isDisabled: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** The same without a mouse. */
function FileChooser({ isDisabled, onFiles }: FileChooserProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    onFiles([...(target.files ?? [])]);
    // Or the same file could not be chosen again.
    target.value = "";
  };
  return (
    <>
      <button type="button" onClick={() => input.current?.click()} disabled={isDisabled}>
        Choose files…
      </button>
      <input ref={input} type="file" multiple hidden aria-label="Files to drop" onChange={onChange} />
    </>
  );
}
