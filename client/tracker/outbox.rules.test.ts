import { describe, expect, it } from 'vitest';
import {
  beginSending,
  isDue,
  mayUndo,
  outcomeOf,
  ownedBy,
  sendAgain,
  settle,
  wireOf,
  type KeptEvent,
} from './outbox.rules';

const noon = Date.parse('2026-03-02T12:00:00Z');
const event = (more: Partial<KeptEvent> = {}): KeptEvent => ({
  id: 'a',
  organisationId: 1,
  state: 'waiting',
  savedAt: noon,
  driftMs: 0,
  heldUntil: noon + 60_000,
  occurredAt: null,
  day: '2026-03-02',
  locationId: 1,
  stageId: 8,
  values: { itemId: 2, reasonId: null },
  weight: 1.5,
  unit: 'kg',
  tareGrams: 250,
  netGrams: 1_250,
  cost: 2,
  currency: 'EUR',
  itemName: 'Bread',
  why: null,
  ...more,
});

// Issue 29: undo for a minute, each once, whatever is switched off in between
it.each([
  ['a moment after it was saved', {}, 1_000, false, true],
  ['when the minute is over', {}, 60_000, true, false],
  ['when the clock was set back by a day', {}, -86_400_000, true, false],
  ['when it was on its way before', { state: 'sending' as const }, 1_000, true, false],
  ['when it has arrived', { state: 'sent' as const }, 90_000, false, false],
  ['when it was refused', { state: 'refused' as const }, 90_000, false, false],
])('%s', (_when, more, later, due, undo) => {
  expect([isDue(event(more), noon + later), mayUndo(event(more), noon + later)]).toEqual([due, undo]);
});

describe('sending', () => {
  it('fixes the time with the first attempt, and says the same with every other', () => {
    const now = noon + 70_000;
    const first = beginSending([event({ driftMs: 600_000 })], { now, most: 5, measured: null, organisationId: 1 });
    expect(first).toMatchObject([{ state: 'sending', occurredAt: '2026-03-02T11:50:00.000Z' }]);
    const again = beginSending(first, { now, most: 5, measured: { driftMs: -900_000, at: now }, organisationId: 1 });
    expect(again).toEqual(first);
    expect(wireOf(first[0] ?? event())).toEqual({
      clientEventUuid: 'a',
      occurredAt: '2026-03-02T11:50:00.000Z',
      locationId: 1,
      wasteStageId: 8,
      itemId: 2,
      grossWeight: 1.5,
      unit: 'kg',
      tareWeight: 0.25,
    });
  });

  it('takes as many as go into a call', () => {
    const many = Array.from({ length: 7 }, (_, at) => event({ id: String(at), heldUntil: 0 }));
    const sending = { now: noon + 70_000, most: 5, measured: null };
    expect(beginSending(many, { ...sending, organisationId: 1 })).toHaveLength(5);
    expect(beginSending(many, { ...sending, organisationId: 2 })).toEqual([]);
  });

  it.each([
    ['waits', 'waiting'],
    ['may have arrived', 'sending'],
    ['was refused', 'refused'],
  ] as const)('keeps what %s for its own organization, whoever has the tablet meanwhile', (_what, state) => {
    const own = event({ state });
    const away = ownedBy(own, 2);
    expect(away).toMatchObject({ state: 'foreign', was: state });
    expect(ownedBy(away ?? own, 3)).toBe(away);
    expect(ownedBy(away ?? own, 1)).toEqual({ ...own, was: undefined });
    expect(ownedBy(own, 1)).toBe(own);
    expect(ownedBy(event({ state: 'sent' }), 2)).toBeNull();
  });

  it('believes the server row by row', () => {
    const batch = ['a', 'b', 'c', 'd'].map((id) => event({ id, state: 'sending' }));
    const rows = [
      { index: 0, status: 'taken' },
      { index: 1, status: 'known' },
      { index: 2, status: 'refused', code: 'x', message: 'No such item.' },
    ];
    expect(settle(batch, rows).map(({ state, why }) => [state, why])).toEqual([
      ['sent', null],
      ['sent', null],
      ['refused', 'No such item.'],
      ['sending', null],
    ]);
    expect(sendAgain(event({ state: 'refused', occurredAt: 'x', why: 'y' }))).toMatchObject({
      state: 'waiting',
      occurredAt: null,
      why: null,
    });
  });

  it.each([
    ['an answer', 200, 500, 0, null, { kind: 'answered' }],
    ['a key that was revoked', 401, 500, 0, null, { kind: 'revoked' }],
    ['a network that asks for a sign-in', 403, 500, 0, null, { kind: 'later', pauseMs: 1_000 }],
    ['too large a body', 413, 500, 0, null, { kind: 'smaller' }],
    ['one that nobody can read', 400, 1, 0, null, { kind: 'unfit' }],
    ['a heartbeat that nobody can read', 400, 0, 0, null, { kind: 'later', pauseMs: 1_000 }],
    ['no network', 0, 500, 0, null, { kind: 'later', pauseMs: 1_000 }],
    ['the fourth failure', 503, 500, 3, null, { kind: 'later', pauseMs: 8_000 }],
    ['many failures', 0, 500, 40, null, { kind: 'later', pauseMs: 300_000 }],
    ['a server that says when', 429, 500, 0, 30, { kind: 'later', pauseMs: 30_000 }],
  ])('after %s', (_what, status, size, failures, retryAfterSeconds, outcome) => {
    expect(outcomeOf({ status, retryAfterSeconds, failures, chance: 1 }, size)).toEqual(outcome);
  });
});
