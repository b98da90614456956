/** The photo of a weighing, until the server has it. */
export interface KeptPhoto {
  /** One for each weighing. */
  eventId: string;
  organisationId: number;
  /** Milliseconds of the tablet's own clock. */
  takenAt: number;
  driftMs: number | null;
  /** JPEG. Not as a file, which a browser may keep apart and lose. */
  bytes: ArrayBuffer;
}

/** Photos that the server refused for good, until somebody has read it. */
export interface DroppedPhotos {
  count: number;
  /** Of the last, in the server's words. */
  why: string;
}

export const oneMore = (dropped: DroppedPhotos | null, why: string): DroppedPhotos => ({
  count: (dropped?.count ?? 0) + 1,
  why,
});

/** As the server keeps it: more pixels would only take longer to send. */
const longestSide = 1_280;

export function scaledDown({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const factor = Math.min(1, longestSide / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}
