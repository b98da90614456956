import type { Checkweight } from '../../server/features/weight-accuracy/weight-accuracy.contract';
import type { Format } from '../ui/format';

/** When each was weighed, `HH:mm` by the clock of the location; on the day on which that is put back or forward, with the name of its zone. */
export function weighingTimes(
  checkweights: readonly Checkweight[],
  format: Pick<Format, 'time' | 'zone'>,
  timeZone: string,
): string[] {
  const instants = checkweights.map(({ timeMillis }) => new Date(timeMillis));
  const zones = instants.map((instant) => format.zone(instant, timeZone));
  const turned = new Set(zones).size > 1;
  return instants.map((instant, at) => `${format.time(instant, timeZone)}${turned ? ` ${zones[at]}` : ''}`);
}
