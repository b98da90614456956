import { describe, expect, it } from 'vitest';
import { checklistOf, nothingSaid, undatedFact, usualDays, type Facts, type Step } from './onboarding.rules';

const nothing: Facts = {
  calendar: null,
  hardware: null,
  profile: null,
  firstWeighing: null,
  readyWeeks: null,
  baseline: null,
  goal: null,
};
const all: Facts = {
  calendar: undatedFact,
  hardware: '2026-01-10',
  profile: undatedFact,
  firstWeighing: '2026-01-20',
  readyWeeks: undatedFact,
  baseline: '2026-02-20',
  goal: '2026-02-25',
};
const ticked = (doneOn: string) => ({ ...nothingSaid, doneOn });
const site = {
  startedOn: '2026-01-05',
  days: usualDays,
  facts: nothing,
  said: new Map<Step, typeof nothingSaid>(),
};

describe('a checklist', () => {
  it.each([
    ['nothing on the first day', site, '2026-01-05', [0, 'agreement', 0, 'onTime']],
    ['nothing on the next', site, '2026-01-06', [0, 'agreement', 1, 'overdue']],
    [
      'the agreement alone',
      { ...site, said: new Map([['agreement' as const, ticked('2026-01-06')]]) },
      '2026-01-08',
      [1, 'calendar', 2, 'onTime'],
    ],
    [
      'facts before what only people know',
      { ...site, facts: { ...nothing, hardware: '2026-01-10', firstWeighing: '2026-01-20' } },
      '2026-01-25',
      [2, 'agreement', 20, 'overdue'],
    ],
    [
      'a blocker before what is overdue',
      { ...site, said: new Map([['calendar' as const, { ...nothingSaid, blocker: 'x', blockedOn: '2026-01-06' }]]) },
      '2026-01-20',
      [0, 'agreement', 15, 'blocked'],
    ],
    [
      'a day of its own in place of the template’s',
      { ...site, said: new Map([['agreement' as const, { ...nothingSaid, dueOn: '2026-02-01' }]]) },
      '2026-01-10',
      [0, 'agreement', 5, 'onTime'],
    ],
    [
      'all',
      {
        ...site,
        facts: all,
        said: new Map<Step, typeof nothingSaid>([
          ['agreement', ticked('2026-01-05')],
          ['training', ticked('2026-01-18')],
          ['review', { ...ticked('2026-03-30'), blocker: 'gone', blockedOn: '2026-03-01' }],
        ]),
      },
      '2026-04-01',
      [10, undefined, 2, 'complete'],
    ],
    [
      'steps that the template leaves out',
      { ...site, days: { firstWeighing: 10, goal: 20 }, facts: { ...nothing, firstWeighing: '2026-01-07' } },
      '2026-01-09',
      [1, 'goal', 2, 'onTime'],
    ],
  ])('%s', (_what, given, today, expected) => {
    const { doneCount, current, daysInStep, state } = checklistOf(given, today);
    expect([doneCount, current?.step, daysInStep, state]).toEqual(expected);
  });
});
