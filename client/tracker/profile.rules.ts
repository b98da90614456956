import type { ProfileButton, TrackerProfile } from '../../server/domain/tracker-profiles/tracker-profile.contract';
import type { WeightUnitCode } from '../../server/platform/weight-units.rules';

/** Who weighs; it ends with their shift. */
export interface SignedIn {
  /** Null: they chose to weigh without signing in. */
  alias: string | null;
  operatorId: number | null;
  locale: string | null;
  at: number;
}

/** What stays chosen from one weighing to the next. */
export interface Presets {
  stage?: number | undefined;
  station?: number | undefined;
  daypart?: number | undefined;
  sink?: number | undefined;
  /** When the daypart was chosen: it ends by itself. */
  daypartAt?: number | undefined;
  unit?: WeightUnitCode | undefined;
  /** The container of the last weighing of an item. */
  containers?: Record<number, number> | undefined;
}

/** Long enough for the longest shift, short enough that the next morning asks again. */
const shiftMs = 12 * 3_600_000;
/** A meal: a daypart that was chosen for breakfast is not that of lunch. */
const daypartMs = 3 * 3_600_000;
/** Pre-consumer: of a profile that names no stage. */
const usualStage = 8;

export const buttonsOf = ({ buttons }: TrackerProfile, kind: ProfileButton['kind']): ProfileButton[] =>
  buttons.filter((button) => button.kind === kind);

export const nameOf = ({ names }: ProfileButton, locale: string): string =>
  (names as Record<string, string>)[locale] ?? names.en_US;

/** Whether somebody who signed in still stands there. */
export const isOnShift = (signedIn: SignedIn | null, now: number): signedIn is SignedIn =>
  signedIn !== null && now - signedIn.at < shiftMs;

export type PresetKind = 'stage' | 'station' | 'daypart' | 'sink';
const presetKinds: readonly PresetKind[] = ['stage', 'station', 'daypart', 'sink'];

/** What holds for the next weighing: what was chosen, or else the only one there is; a stage there always is. */
export function presetOf(
  kind: PresetKind,
  { profile, presets, now }: { profile: TrackerProfile; presets: Presets; now: number },
): number | null {
  const offered = buttonsOf(profile, kind).map(({ refId }) => refId);
  const over = kind === 'daypart' && now - (presets.daypartAt ?? 0) > daypartMs;
  const chosen = over ? undefined : presets[kind];
  if (chosen !== undefined && offered.includes(chosen)) return chosen;
  if (kind === 'stage') return offered[0] ?? usualStage;
  return kind === 'station' && offered.length === 1 ? (offered[0] ?? null) : null;
}

/** What is asked above the items: not what has one answer only. */
export const asked = (profile: TrackerProfile): PresetKind[] =>
  presetKinds.filter((kind) => {
    const { length } = buttonsOf(profile, kind);
    return kind === 'stage' || kind === 'station' ? length > 1 : length > 0;
  });

/** The container that an item was last weighed in, while there still is one. */
export const containerOf = (itemId: number, profile: TrackerProfile, { containers }: Presets): ProfileButton | null =>
  buttonsOf(profile, 'container').find(({ refId }) => refId === containers?.[itemId]) ?? null;
