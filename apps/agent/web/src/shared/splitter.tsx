import type { KeyboardEvent, PointerEvent, ReactNode } from "react";

interface SplitterProps {
  /** The label for screen readers. */
  readonly label: string;
  /** The id of the element whose size it changes. */
  readonly controls: string;
  /** `vertical` lies between a left and a right part, `horizontal` between an upper and a lower one. */
  readonly orientation: "vertical" | "horizontal";
  /** The size of the part before it, in the unit of the limits. */
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** The change by an arrow key. */
  readonly step: number;
  /** Converts a distance from the start of the container to a size. */
  readonly sizeAt: (distancePx: number, containerPx: number) => number;
  readonly onChange: (value: number) => void;
}

/** A bar that resizes the part before it: by dragging, and with the arrow keys, Home and End. */
export function Splitter(props: SplitterProps): ReactNode {
  const { label, controls, orientation, value, min, max, sizeAt, onChange } = props;
  const change = (size: number): void => onChange(Math.round(Math.min(max, Math.max(min, size))));
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    // Keeps the text of the panes from being selected.
    event.preventDefault();
    event.currentTarget.focus();
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = ({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLDivElement>): void => {
    const box = currentTarget.parentElement?.getBoundingClientRect();
    if (box === undefined || !currentTarget.hasPointerCapture(pointerId)) return;
    change(orientation === "vertical" ? sizeAt(clientX - box.left, box.width) : sizeAt(clientY - box.top, box.height));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const size = sizeAfterKey(event.key, props);
    if (size === undefined) return;
    event.preventDefault();
    change(size);
  };
  return (
    <div
      className="splitter"
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-controls={controls}
      aria-orientation={orientation}
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    />
  );
}

function sizeAfterKey(key: string, { orientation, value, min, max, step }: SplitterProps): number | undefined {
  const [back, forth] = orientation === "vertical" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
  const sizes: Readonly<Record<string, number>> = {
    [back]: value - step,
    [forth]: value + step,
    Home: min,
    End: max,
  };
  return Object.hasOwn(sizes, key) ? sizes[key] : undefined;
}
