import type { ReadRequest } from "@reader/core";
import type { CitedPlace } from "./citation.ts";

/** The request that reads a cited place. */
export function requestFor(place: CitedPlace, path: string): ReadRequest {
  switch (place.kind) {
    case "file":
      return { path };
    case "lines":
      return { path, offset: place.first, limit: Math.max(1, place.last - place.first + 1) };
    case "units":
      if (place.unit === "chapter" || place.unit === "section") return { path };
      return { path, pages: place.first === place.last ? `${place.first}` : `${place.first}-${place.last}` };
    case "cells": {
      const sheet = /^[\p{L}_][\p{L}\d_]*$/u.test(place.sheet) ? place.sheet : `'${place.sheet.replaceAll("'", "''")}'`;
      return { path, select: `${sheet}!${place.range}` };
    }
    case "entry":
      return entryRequest(place, path);
  }
}

function entryRequest({ name, inside }: Extract<CitedPlace, { kind: "entry" }>, path: string): ReadRequest {
  return { ...(inside === undefined ? {} : requestFor(inside, path)), path, select: name };
}
