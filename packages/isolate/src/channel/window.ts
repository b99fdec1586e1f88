/** Maximum number of events that are sent before the consumer takes one. */
export const windowEvents: number = 16;

/** Maximum bytes of events in transit. A single event may be larger. */
export const windowBytes: number = 256 * 1024;

/** Flow control: limits the events in transit to the consumer. */
export interface Window {
  /** Resolves when there is room for an event. */
  room(): Promise<void>;
  sent(bytes: number): void;
  /** Total number of events and bytes that the consumer has taken. */
  credit(events: number, bytes: number): void;
  /** Total bytes sent. */
  readonly bytes: number;
}

/** Creates an empty window. */
export function createWindow(): Window {
  const sent = { events: 0, bytes: 0 };
  const taken = { events: 0, bytes: 0 };
  let wake = (): void => undefined;
  const isFull = (): boolean => sent.events - taken.events >= windowEvents || sent.bytes - taken.bytes >= windowBytes;
  return {
    get bytes() {
      return sent.bytes;
    },
    async room() {
      while (isFull()) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    sent(bytes) {
      sent.events += 1;
      sent.bytes += bytes;
    },
    credit(events, bytes) {
      taken.events = Math.max(taken.events, events);
      taken.bytes = Math.max(taken.bytes, bytes);
      wake();
    },
  };
}
