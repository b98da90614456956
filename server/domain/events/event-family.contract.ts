/** Who found an event right as it stands, and when. */
export interface EventReview {
  reviewedAt: string;
  byName: string | null;
}

export interface EventFamily {
  /** What it was cut from. */
  wholeId: number | null;
  /** What was cut from it. */
  partIds: number[];
}
