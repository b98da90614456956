import { describe, expect, it } from 'vitest';
import { historyOf, lastBridge, type Recorded } from './baseline-history.rules';
import type { StoredBaseline } from './manage-baselines.contract';

const baseline = (baselineId: number, more: Partial<StoredBaseline> = {}): StoredBaseline => ({
  baselineId,
  state: 'RETIRED',
  method: 'MANUAL',
  weeks: ['2026-01-05'],
  reductionFrom: '2026-01-26',
  openDays: 5,
  gPerOpenDay: baselineId * 100,
  costPerOpenDay: 1,
  txnPerOpenDay: 2,
  currencyCode: 'EUR',
  reason: '',
  createdAt: `2026-02-0${baselineId}T08:00:00.000Z`,
  createdByName: null,
  endedAt: null,
  ...more,
});
const recorded = (id: number, verb: string, more: Partial<Recorded> = {}): Recorded => ({
  id,
  at: `2026-02-0${id}T08:00:00.000Z`,
  action: `baseline.${verb}`,
  actor: 'ann@example.test',
  entityId: String(id),
  before: null,
  after: null,
  ...more,
});
const rebased = recorded(3, 'rebase', {
  before: { id: 2 },
  after: { reason: 'New menu', fromWeek: '2026-01-12', overlapWeeks: 2 },
});
const stored = [
  baseline(3, { state: 'ACTIVE' }),
  baseline(2, { endedAt: '2026-02-03T08:00:00.000Z' }),
  baseline(1, { method: 'AUTO', endedAt: '2026-02-02T08:00:00.000Z' }),
];

describe('the history', () => {
  it('has what people decided, with what stood before and after, and what followed by itself', () => {
    const entries = historyOf(stored, [
      rebased,
      recorded(4, 'switchAuto', { entityId: '77', after: { enabled: true } }),
    ]);
    expect(
      entries.map(({ kind, by, reason, before, after }) => [kind, by, reason, before?.gPerOpenDay, after?.gPerOpenDay]),
    ).toEqual([
      ['autoOn', 'ann@example.test', '', undefined, undefined],
      ['rebase', 'ann@example.test', 'New menu', 200, 300],
      ['followed', null, '', 100, 200],
      ['chosen', null, '', undefined, 100],
    ]);
  });
});

describe('the overlap of a new start', () => {
  const bridge = { fromWeek: '2026-01-12', overlapWeeks: 2, before: 200, after: 300 };

  it.each([
    ['that the active baseline comes from', stored, [rebased], bridge],
    ['beside proposals since then', stored, [recorded(5, 'propose'), rebased], bridge],
    ['that another decision has replaced', stored, [recorded(5, 'setManual'), rebased], null],
    ['without weeks', stored, [{ ...rebased, after: { fromWeek: '2026-01-12', overlapWeeks: 0 } }], null],
    ['of an older version of this program', stored, [{ ...rebased, after: { reason: 'x' } }], null],
    ['before which there was nothing', stored, [{ ...rebased, before: null }], null],
    ['whose baseline has ended', stored.slice(1), [rebased], null],
  ] as const)('%s', (_, baselines, rows, found) => expect(lastBridge(baselines, rows)).toEqual(found));
});
