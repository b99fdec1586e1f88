/** What the two threads share: how a request stands, how many bytes came, and the bytes. */
export interface ByteChannel {
  readonly state: Int32Array<SharedArrayBuffer>;
  readonly bytes: Uint8Array<SharedArrayBuffer>;
}

/** Bytes of one request at most. */
const maxRequestBytes: number = 1024 * 1024;

const stateSlot = 0;
const countSlot = 1;

const waiting = 0;
const answered = 1;

/** A channel that both threads get. */
export function createByteChannel(): ByteChannel {
  return {
    state: new Int32Array(new SharedArrayBuffer(8)),
    bytes: new Uint8Array(new SharedArrayBuffer(maxRequestBytes)),
  };
}

/** On the side that needs bytes: asks with `send`, and holds the thread until they are there. */
export function waitForBytes({ state, bytes }: ByteChannel, send: () => void): Uint8Array {
  Atomics.store(state, stateSlot, waiting);
  send();
  Atomics.wait(state, stateSlot, waiting);
  return bytes.subarray(0, Atomics.load(state, countSlot));
}

/** On the side that has bytes: hands them over, and lets the other thread go on. */
export function answerBytes({ state, bytes }: ByteChannel, answer: Uint8Array): void {
  bytes.set(answer.subarray(0, bytes.length));
  Atomics.store(state, countSlot, Math.min(answer.length, bytes.length));
  Atomics.store(state, stateSlot, answered);
  Atomics.notify(state, stateSlot);
}
