import { addSessionSamples } from '../../identity';
import type { Trx } from '../../platform/db/database';

const quarterOfHour = 15 * 60_000;
const quarters = 2 * 96;

/** How many are signed in at an hour of the day: kitchens work early, offices later, nobody at night. */
const byHour = [0, 0, 0, 0, 0, 1, 3, 4, 4, 6, 7, 7, 5, 4, 5, 6, 5, 3, 2, 1, 1, 0, 0, 0];

/** Two days of counted sessions before `now`, so that the history has something to show: of the simulated caterer, and one of staff by day. */
export function addSessionCounts(
  trx: Trx,
  { internal, caterer, now }: { internal: number; caterer: number; now: Date },
): Promise<void> {
  const last = Math.floor(now.getTime() / quarterOfHour) - 1;
  return addSessionSamples(
    trx,
    Array.from({ length: quarters }, (_, back) => {
      const instant = new Date((last - back) * quarterOfHour);
      const usual = byHour[instant.getUTCHours()] ?? 0;
      return {
        instant,
        counts: [
          { tenantNumber: caterer, count: usual === 0 ? 0 : usual },
          { tenantNumber: internal, count: usual > 2 ? 1 : 0 },
        ],
      };
    }),
  );
}
