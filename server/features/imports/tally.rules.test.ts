import { describe, expect, it } from 'vitest';
import { Tally } from './tally.rules';

const event = { netGrams: 100, localDate: '2025-05-02', costAmount: null, costCurrency: null };

describe('Tally', () => {
  it('knows nothing of an empty sheet', () => {
    expect(new Tally().totals()).toEqual({ grams: 0, costs: {}, firstDay: null, lastDay: null });
  });

  it('keeps currencies apart and loses no cent', () => {
    const tally = new Tally();
    for (let at = 0; at < 1_000; at += 1) tally.add({ ...event, costAmount: '0.1', costCurrency: 'USD' });
    tally.add({ ...event, costAmount: '12', costCurrency: 'EUR' });
    tally.add({ ...event, costAmount: '0.0005', costCurrency: 'EUR' });
    expect(tally.events).toBe(1_002);
    expect(tally.totals().costs).toEqual({ USD: '100.0000', EUR: '12.0005' });
  });

  it.each([
    [['2025-05-02', '2025-04-30', '2025-05-01'], '2025-04-30', '2025-05-02'],
    [['2025-05-02'], '2025-05-02', '2025-05-02'],
  ])('%j spans %s to %s', (days, firstDay, lastDay) => {
    const tally = new Tally();
    for (const localDate of days) tally.add({ ...event, localDate });
    expect(tally.totals()).toMatchObject({ firstDay, lastDay, grams: 100 * days.length });
  });
});
