import { describe, expect, it } from 'vitest';
import { planTarget, profileEntry, rowsFor, scheduleFrom, type States } from './copy-plan.rules';
import {
  afterPlan,
  conflictRules,
  countPlan,
  doneOf,
  linesOf,
  mayRetry,
  mayUndo,
  planPart,
  settledAs,
  undoDays,
  type Entry,
  type PartName,
  type PartPlan,
} from './copy.rules';

/** `bread 2`: a thing and what is said of it. */
const entries = (...texts: string[]): Entry[] =>
  texts.map((text) => ({ key: text.split(' ')[0] ?? '', same: text, data: text }));
const said = (all: readonly Entry[]) => all.map(({ same }) => same);

describe('a part of a target', () => {
  const source = entries('bread 2', 'soup 3');
  it.each([
    ['skip', [], 'changes', ['bread 2', 'soup 3'], []],
    ['skip', ['fish 9'], 'left', [], []],
    ['skip', ['soup 3', 'bread 2'], 'same', [], []],
    ['skip', ['soup 3', 'bread 2', 'fish 9'], 'same', [], []],
    ['merge', [], 'changes', ['bread 2', 'soup 3'], []],
    ['merge', ['bread 5'], 'changes', ['soup 3'], []],
    ['merge', ['bread 5', 'soup 1'], 'left', [], []],
    ['merge', ['bread 2', 'soup 3', 'fish 9'], 'same', [], []],
    ['replace', [], 'changes', ['bread 2', 'soup 3'], []],
    ['replace', ['bread 5', 'soup 3', 'fish 9'], 'changes', ['bread 2'], ['bread 5', 'fish 9']],
    ['replace', ['bread 2', 'soup 3', 'fish 9'], 'changes', [], ['fish 9']],
    ['replace', ['bread 2', 'soup 3'], 'same', [], []],
  ] as const)('%s onto %j: %s', (rule, target, outcome, added, removed) => {
    const plan = planPart({ part: 'alerts', rule, source, target: entries(...target) });
    expect([plan.outcome, said(plan.added), said(plan.removed), plan.kept]).toEqual([
      outcome,
      added,
      removed,
      target.length - removed.length,
    ]);
    const after = said(afterPlan(entries(...target), plan));
    if (rule === 'replace') expect([...after].sort()).toEqual(['bread 2', 'soup 3']);
    // The way back.
    expect(said(afterPlan(entries(...after), { added: plan.removed, removed: plan.added })).sort()).toEqual(
      [...target].sort(),
    );
  });

  it('is counted and told by what its things are about', () => {
    const plan = { added: entries('a 2', 'a 3', 'b 1'), removed: entries('a 1', 'c 1'), kept: 4 };
    expect(countPlan(plan)).toEqual({ added: 1, replaced: 1, removed: 1, kept: 4 });
    expect(linesOf(plan).map(({ key, before, after }) => [key, said(before), said(after)])).toEqual([
      ['a', ['a 1'], ['a 2', 'a 3']],
      ['c', ['c 1'], []],
      ['b', [], ['b 1']],
    ]);
  });
});

describe('the parts', () => {
  const day = '2026-03-18';
  const shown = (deviceId: number, versionId: number) =>
    profileEntry({
      deviceId,
      deviceName: `D${deviceId}`,
      profileId: 1,
      profileName: 'P',
      versionId,
      version: versionId,
    });
  const devices = (...ids: number[]) =>
    JSON.stringify(ids.map((deviceId) => ({ deviceId, deviceName: `D${deviceId}` })));
  const price = (currency: string) => ({ key: '1', same: `1 ${currency}`, data: { currency } });
  const week = (open: boolean) => scheduleFrom([{ weekday: 1, validFrom: '2026-01-01', open }], day);
  const plan = (part: PartName, [source, target]: [States[PartName], States[PartName]], leadsSite = true) =>
    conflictRules.map((rule) => {
      const states = { source: { [part]: source }, target: { [part]: target } };
      const [only] = planTarget({ parts: [part], rule, ...states, leadsSite }) as [PartPlan];
      return only.code ?? (only.outcome === 'changes' ? `+${said(only.added)} -${said(only.removed)}` : only.outcome);
    });
  const around = '';

  it.each([
    // Of two devices of the target, one shows another version.
    [
      'profile',
      [
        { entries: [shown(1, 7)], around: devices(1) },
        { entries: [shown(2, 3)], around: devices(2, 3) },
      ],
      ['left', '+3 7 -', '+2 7,3 7 -2 3'],
    ],
    [
      'profile',
      [
        { entries: [shown(1, 7)], around: devices(1) },
        { entries: [], around: devices() },
      ],
      Array(3).fill('massPackageCopy.problem.noDevices'),
    ],
    [
      'profile',
      [
        { entries: [shown(1, 7), shown(4, 8)], around: devices(1, 4) },
        { entries: [], around: devices(2) },
      ],
      Array(3).fill('massPackageCopy.problem.severalVersions'),
    ],
    [
      'costRules',
      [
        { entries: [price('EUR')], around: 'EUR' },
        { entries: [], around: 'USD' },
      ],
      Array(3).fill('costRules.otherCurrency'),
    ],
    [
      'costRules',
      [
        { entries: [price('EUR')], around: 'EUR' },
        { entries: [], around: 'EUR' },
      ],
      Array(3).fill('+1 EUR -'),
    ],
    [
      'alerts',
      [
        { entries: [], around },
        { entries: entries('mine 1'), around },
      ],
      Array(3).fill('massPackageCopy.problem.emptySource'),
    ],
    [
      'alerts',
      [
        { entries: entries('waste 5'), around },
        { entries: entries('waste 9', 'own 1'), around },
      ],
      ['left', 'left', '+waste 5 -waste 9,own 1'],
    ],
    [
      'calendar',
      [
        { entries: week(false), around },
        { entries: week(true), around },
      ],
      ['left', 'left', `+1 ${day} false -1 ${day} true`],
    ],
  ] as const)('%s by skip, merge and replace (case %#)', (part, states, wanted) => {
    expect(plan(part as PartName, states as never)).toEqual(wanted);
  });

  it('change the prices of a site with one of its locations', () => {
    const state = { entries: [price('EUR')], around: 'EUR' };
    expect(plan('costRules', [state, { entries: [], around: 'EUR' }], false)).toEqual(
      Array(3).fill('massPackageCopy.problem.sharedSite'),
    );
  });

  it('write of a schedule only what differs from the day before', () => {
    const rows = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, validFrom: '2026-01-01', open: weekday < 6 }));
    const later = { weekday: 7, validFrom: '2026-05-01', open: true };
    const schedule = scheduleFrom([...rows, later], day);
    expect(schedule).toHaveLength(8);
    expect(
      rowsFor(
        schedule.map(({ data }) => data),
        { rows, day },
      ),
    ).toEqual([later]);
    expect(
      rowsFor(
        schedule.map(({ data }) => data),
        { rows: [], day },
      ),
    ).toHaveLength(8);
    expect(scheduleFrom([], day)).toEqual([]);
  });
});

describe('a target and a copy', () => {
  const of = (outcome: PartPlan['outcome'], code?: string): PartPlan => ({
    part: 'alerts',
    outcome,
    added: [],
    removed: [],
    kept: 0,
    ...(code ? { code } : {}),
  });
  it.each([
    [[of('changes'), of('refused', 'x')], 'DONE', null],
    [[of('same'), of('refused', 'x')], 'FAILED', 'x'],
    [[of('same'), of('none', 'y'), of('left')], 'SAME', null],
  ] as const)('%# settle as %s', (plans, state, code) => {
    expect(settledAs(plans)).toMatchObject({ state, code });
  });

  it('know what can still be done', () => {
    const finishedAt = new Date('2026-03-18T12:00:00Z');
    const later = (days: number) => new Date(finishedAt.getTime() + days * 86_400_000);
    const job = { state: 'DONE' as const, finishedAt, outcomes: { DONE: 2, FAILED: 1 } };
    expect([mayUndo(job, later(undoDays)), mayUndo(job, later(undoDays + 1))]).toEqual([true, false]);
    expect(mayUndo({ ...job, outcomes: { SAME: 3 } }, finishedAt)).toBe(false);
    expect(mayUndo({ ...job, state: 'UNDONE' }, finishedAt)).toBe(false);
    expect([mayRetry(job), mayRetry({ ...job, state: 'RUNNING' })]).toEqual([true, false]);
    expect(mayRetry({ ...job, outcomes: { DONE: 2 } })).toBe(false);
    expect(doneOf({ state: 'RUNNING', outcomes: { WAITING: 3, DONE: 1, FAILED: 1 } })).toBe(2);
    expect(doneOf({ state: 'UNDOING', outcomes: { DONE: 3, UNDONE: 1, SAME: 1 } })).toBe(2);
  });
});
