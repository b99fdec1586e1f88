import type { Capabilities, DocumentCapabilities, ImageCapabilities, MediaType } from "@reader/core";

/** What both take: the types of both, and the lower of each limit. Tokens are counted as the model counts them. */
export function narrowCapabilities(model: Capabilities, target: Capabilities): Capabilities {
  if (model.name === target.name) return model;
  const images = both(model.images, target.images, narrowImages);
  const documents = both(model.documents, target.documents, narrowDocuments);
  return {
    // Readers tell what they keep of documents apart by this name.
    name: `${model.name} through ${target.name}`,
    ...(images === undefined ? {} : { images }),
    ...(documents === undefined ? {} : { documents }),
  };
}

function both<Part>(left: Part | undefined, right: Part | undefined, narrow: (left: Part, right: Part) => Part) {
  return left === undefined || right === undefined ? undefined : narrow(left, right);
}

function narrowImages(model: ImageCapabilities, target: ImageCapabilities): ImageCapabilities {
  return {
    ...target,
    ...model,
    mediaTypes: shared(model.mediaTypes, target.mediaTypes),
    maxBytes: Math.min(model.maxBytes, target.maxBytes),
    maxCount: Math.min(model.maxCount, target.maxCount),
    maxSidePx: Math.min(model.maxSidePx, target.maxSidePx),
    nativeSidePx: Math.min(model.nativeSidePx, target.nativeSidePx),
  };
}

function narrowDocuments(model: DocumentCapabilities, target: DocumentCapabilities): DocumentCapabilities {
  return {
    ...model,
    mediaTypes: shared(model.mediaTypes, target.mediaTypes),
    maxBytes: Math.min(model.maxBytes, target.maxBytes),
    maxPages: Math.min(model.maxPages, target.maxPages),
  };
}

function shared(left: readonly MediaType[], right: readonly MediaType[]): readonly MediaType[] {
  return left.filter((type) => right.includes(type));
}
