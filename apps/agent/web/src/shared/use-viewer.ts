import { type Dispatch, type SetStateAction, useCallback, useRef, useState } from "react";
import type { Json } from "@reader/core";
import type { Look, LookRequest, ModelName, Seen } from "../../../src/web/wire.ts";
import { aimOf } from "./aim.ts";
import { fetchLook, fetchSeen } from "./api.ts";
import { problemWords } from "./words.ts";

/** What the page shows. */
export interface View {
  /** The request. */
  readonly request: Json;
  readonly seen?: Seen;
  readonly look?: Look;
  /** The place in the person's view. */
  readonly aim?: LookRequest;
  readonly isReading: boolean;
  /** True if it was read for an answer, when the person may be looking at the conversation. */
  readonly isFollowed?: boolean;
  /** Why the last request failed. */
  readonly problem?: string;
}

/** A file as a person and as a model sees it. */
export interface Viewer extends View {
  readonly model: ModelName;
  /** Sends a request. */
  readonly open: (request: Json) => void;
  /** Sends a request of an answer, without scrolling the page. */
  readonly follow: (request: Json) => void;
  /** Sends the request again for another model. */
  readonly choose: (model: ModelName) => void;
  /** Shows another place of the file in the person's view only. */
  readonly turn: (aim: LookRequest) => void;
}

function problemLook(error: unknown): Look {
  return { kind: "nothing", message: problemWords(error), hint: "" };
}

function withoutProblem(view: View): View {
  const { problem: _problem, ...rest } = view;
  return rest;
}

/** Shows the model's view before the person's view has loaded. The person's view stays if the file is the same. */
function withSeen({ look, seen }: View, fresh: Required<Pick<View, "request" | "seen" | "aim" | "isFollowed">>): View {
  const isSame = look !== undefined && seen?.path === fresh.seen.path;
  return { ...fresh, ...(isSame ? { look } : {}), isReading: true };
}

type Work = (signal: AbortSignal) => Promise<void>;

/** Runs one task at a time. A new task aborts the previous one. */
function useLatest(setView: Dispatch<SetStateAction<View>>): (work: Work) => Promise<void> {
  const running = useRef<AbortController>(undefined);
  return useCallback(
    async (work) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      setView((before) => ({ ...withoutProblem(before), isReading: true }));
      try {
        await work(controller.signal);
      } catch (error) {
        if (!controller.signal.aborted) setView((before) => ({ ...before, problem: problemWords(error) }));
      } finally {
        if (running.current === controller) setView((before) => ({ ...before, isReading: false }));
      }
    },
    [setView],
  );
}

/** Loads files, and moves to places in them. */
export function useViewer(): Viewer {
  const [view, setView] = useState<View>({ request: null, isReading: false });
  const [model, setModel] = useState<ModelName>("anthropic");
  const run = useLatest(setView);
  const turn = useCallback(
    (aim: LookRequest) =>
      void run(async (signal) => {
        const look = await fetchLook(aim, signal);
        if (!signal.aborted) setView((before) => ({ ...before, look, aim, isFollowed: false }));
      }),
    [run],
  );
  const read = useCallback(
    (request: Json, as: ModelName, isFollowed = false) =>
      void run(async (signal) => {
        const seen = await fetchSeen({ request, model: as }, signal);
        if (signal.aborted) return;
        const aim = aimOf(request, seen);
        // The two views load independently.
        setView((before) => withSeen(before, { request, seen, aim, isFollowed }));
        const look = await fetchLook(aim, signal).catch(problemLook);
        if (!signal.aborted) setView((before) => ({ ...before, look }));
      }),
    [run],
  );
  const open = useCallback((request: Json) => read(request, model), [read, model]);
  const follow = useCallback((request: Json) => read(request, model, true), [read, model]);
  const choose = useCallback(
    (next: ModelName) => {
      setModel(next);
      if (view.request !== null) read(view.request, next);
    },
    [read, view.request],
  );
  return { ...view, model, open, follow, choose, turn };
}
