import type { ShowingDevice } from '../../domain/tracker-profiles/profiles.contract';

/** What a new profile begins with. */
export const starts = ['inUse', 'copy', 'empty'] as const;

/** Which devices are ticked at first: those that show the profile, some of them, or none. */
export const firstTicks = ['showing', 'some', 'none'] as const;
export type FirstTicks = (typeof firstTicks)[number];

/** Whether a device shows what it was given: an older report of the same number may be of another profile. */
export const hasTaken = (
  { shown }: Pick<ShowingDevice, 'shown'>,
  said: { version: number | null; at: Date } | undefined,
): boolean =>
  shown !== null && said !== undefined && said.version === shown.version && said.at.toISOString() >= shown.assignedAt;

/** One of so many is sent a version first. */
const oneOf = 10;

/** Of things in an order, some across all of them: at least one. */
export const someOf = <Thing>(things: readonly Thing[]): Thing[] => things.filter((_, at) => at % oneOf === 0);

/** More than these are chosen by their sites. */
export const mostTicked = 500;
