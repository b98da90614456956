import { fail } from '../../platform/errors';
import { closureLimits, type Closure, type Reading, type Refused } from './closures.rules';

/** Collects what a file brings, good and refused; the second of two equal ranges is refused. */
export class ClosureList {
  readonly closures: Closure[] = [];
  readonly refused: Refused[] = [];
  refusedTotal = 0;
  private readonly seen = new Set<string>();

  constructor(private readonly most: number = closureLimits.ranges) {}

  /** @throws 422 calendar.import.tooManyRanges */
  add(reading: Reading): void {
    if ('refused' in reading) return this.refuse(reading.refused);
    const { line, ...range } = reading.closure;
    const key = JSON.stringify(range);
    if (this.seen.has(key))
      return this.refuse({ line, code: 'repeated', raw: `${range.fromDate} – ${range.toDate} ${range.reason}` });
    if (this.closures.length === this.most)
      throw fail.unprocessable('calendar.import.tooManyRanges', { params: { max: this.most } });
    this.seen.add(key);
    this.closures.push(reading.closure);
  }

  private refuse({ line, code, raw }: Refused): void {
    this.refusedTotal += 1;
    if (this.refused.length < closureLimits.refused) this.refused.push({ line, code, raw: raw.trim().slice(0, 120) });
  }
}
