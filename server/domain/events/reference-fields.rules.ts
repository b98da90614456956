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

/** The column of each element wherever a row names its values. */
export const valueColumns = {
  WASTEITEM: 'item_id',
  WASTEREASON: 'reason_id',
  WASTESOURCE: 'source_id',
  WASTESINK: 'sink_id',
  DAYPART: 'daypart_id',
  CONTAINER: 'container_id',
} as const satisfies Record<(typeof referenceFields)[number][1], string>;
