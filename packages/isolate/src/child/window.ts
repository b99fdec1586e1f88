import { windowBytes, windowEvents } from "../channel/messages.ts";

/** How much of a document may be under way to the consumer. */
export interface Window {
  /** Resolves when there is room for an event. */
  room(): Promise<void>;
  sent(bytes: number): void;
  /** The consumer took so many events and bytes in all. */
  credit(events: number, bytes: number): void;
  /** Bytes sent in all. */
  readonly bytes: number;
}

/** An open window. */
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
