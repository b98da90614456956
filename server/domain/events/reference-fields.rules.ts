/** The values that an event may have, and the element that each field takes them from. */
export const referenceFields = [
  ['itemId', 'WASTEITEM'],
  ['reasonId', 'WASTEREASON'],
  ['sourceId', 'WASTESOURCE'],
  ['sinkId', 'WASTESINK'],
  ['daypartId', 'DAYPART'],
  ['containerId', 'CONTAINER'],
] as const;
export type ReferenceField = (typeof referenceFields)[number][0];
