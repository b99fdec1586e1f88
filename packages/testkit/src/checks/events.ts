import type { HandlerEvent, Place } from "@reader/core";
import { hasBase64Wall } from "../base64-wall.ts";
import { run } from "../drive.ts";
import { eventFaults } from "../event-faults.ts";
import type { Check } from "./check.ts";

/** The form of what comes out of sound documents. */
export const eventsCheck: Check = {
  title: "gives well-formed events, places in ascending order, and no encoded data as text",
  async violations({ handler, fixtures, graceMs }) {
    const violations: string[] = [];
    for (const { name, inputName, bytes } of fixtures) {
      const { events } = await run(handler, { name: inputName, bytes, graceMs });
      violations.push(...faultsOf(events).map((fault) => `${name}: ${fault}`));
    }
    return violations;
  },
};

/** What is wrong with the events of one run. */
export function faultsOf(events: readonly HandlerEvent[]): readonly string[] {
  const malformed = events.flatMap((event, index) => eventFaults(event).map((fault) => `event ${index + 1}: ${fault}`));
  // What is malformed cannot be looked at any closer.
  return malformed.length > 0 ? malformed : [...descents(events), ...walls(events)];
}

function descents(events: readonly HandlerEvent[]): readonly string[] {
  const last = new Map<string, Place>();
  const faults: string[] = [];
  for (const [index, event] of events.entries()) {
    const at = "at" in event ? event.at : undefined;
    if (at === undefined) continue;
    const before = last.get(at.unit);
    if (before !== undefined && before.index > at.index) {
      faults.push(`event ${index + 1}: ${at.unit} ${at.index} comes after ${at.unit} ${before.index}`);
    }
    last.set(at.unit, at);
  }
  return faults;
}

function walls(events: readonly HandlerEvent[]): readonly string[] {
  return events.flatMap((event, index) =>
    event.type === "text" && hasBase64Wall(event.text) ? [`event ${index + 1}: its text holds a wall of base64`] : [],
  );
}
