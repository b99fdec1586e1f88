/** An event on its way: its bytes lie in the tail of the frame, and their number stands in their place. */
export interface PackedEvent {
  readonly event: unknown;
  readonly data: Uint8Array | undefined;
}

/** Something that was given as an event and cannot be one. */
export class MalformedEvent extends Error {}

/** Takes the bytes out of an event. The reader checks the rest: a sender may not be trusted to. */
export function packEvent(event: unknown): PackedEvent {
  if (typeof event !== "object" || event === null) throw new MalformedEvent();
  if (!("data" in event)) return { event, data: undefined };
  const { data } = event;
  if (!(data instanceof Uint8Array)) throw new MalformedEvent();
  return { event: { ...event, data: data.length }, data };
}
