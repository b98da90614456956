import type { Format } from '../../client/ui/format';
import { Missing } from '../../client/ui/missing';
import { Change, directionOf } from '../layout/change';

/** A change against the baseline in a cell, or why there is none. */
export function ChangeText({ format, change, missing }: { format: Format; change: number | null; missing: string }) {
  if (change === null) return <Missing reason={missing} />;
  return <Change direction={directionOf(change, 1)} text={format.percent(Math.abs(change), { decimals: 1 })} />;
}
