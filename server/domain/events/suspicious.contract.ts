/** Why an event may be wrong; each has a sentence. */
export type Suspicion = 'heavy' | 'noTare' | 'twin' | 'hour' | 'noItem' | 'unconfirmed' | 'closedDay' | 'clock';

/** What is known of an event and of the others of its location in the same days. Weights in grams. */
export interface SuspicionFacts {
  netGrams: number;
  tareGrams: number;
  /** Of its container; null without one, or where nobody said. */
  containerTareGrams: number | null;
  /** Of the weighings of this item at its location: how many, their median, and the median distance from that. */
  alike: number;
  usualGrams: number;
  spreadGrams: number;
  /** Since the weighing before it that is the same in everything but the time; null without one. */
  secondsSinceTwin: number | null;
  /** Minute of the local day; the first and last that are usual for its daypart there, and of how many weighings. */
  minute: number;
  dayparts: number;
  earliestMinute: number;
  latestMinute: number;
  hasItem: boolean;
  /** Of the location's weighings, the share that names an item: 0 to 1. */
  namedShare: number;
  unconfirmed: boolean;
  closedDay: boolean;
  /** By how much the device's clock was ahead of ours when it reported; 0 or less is none. */
  secondsAhead: number;
  /** Cut from another event by somebody. */
  isPart: boolean;
}

export interface SuspiciousEvent {
  eventId: number;
  suspicions: Suspicion[];
  facts: SuspicionFacts;
}
