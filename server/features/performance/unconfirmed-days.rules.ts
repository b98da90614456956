import { unreliableOf } from '../../domain/measures/compare.rules';
import type { LocationFigures } from '../../domain/measures/measure.contract';
import { countedOf, headlinedOf, type JudgedLocations } from './performance.rules';
import type { UnconfirmedDays } from './report.contract';

export interface Unconfirmed extends UnconfirmedDays {
  /** Whether a row's judgement hangs on opening days that nobody has confirmed. */
  of(locationIds: readonly number[]): boolean;
}

/**
 * What must not be judged yet. A kitchen that is closed on weekends looks like one that forgets them, until somebody has said
 * which it is; one that recorded nothing at all is silent either way.
 * @param waiting locations whose weighings show other opening days than their calendar
 */
export function unconfirmedAmong(judged: JudgedLocations, waiting: ReadonlySet<number>): Unconfirmed {
  const { figures, limits } = judged;
  const waits = (one: LocationFigures) => waiting.has(one.locationId) && one.txn > 0;
  const hangs = (place: readonly LocationFigures[]) => {
    const others = place.filter((one) => !waits(one));
    return (
      others.length < place.length &&
      unreliableOf(place, limits.tracking) !== null &&
      unreliableOf(others, limits.tracking) === null
    );
  };
  const figuresOf = new Map(figures.map((one) => [one.locationId, one]));
  const headlined = headlinedOf(judged);
  const tracking = new Set(headlined);
  return {
    headline: hangs(headlined),
    stopped: countedOf(judged).filter((one) => !tracking.has(one) && waits(one)).length,
    of: (locationIds) => hangs(locationIds.flatMap((id) => figuresOf.get(id) ?? [])),
  };
}
