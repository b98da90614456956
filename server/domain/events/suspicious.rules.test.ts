import { expect, it } from 'vitest';
import type { SuspicionFacts } from './suspicious.contract';
import { suspicionsOf } from './suspicious.rules';

const plain: SuspicionFacts = {
  netGrams: 1_000,
  tareGrams: 200,
  containerTareGrams: 200,
  alike: 30,
  usualGrams: 1_000,
  spreadGrams: 100,
  secondsSinceTwin: null,
  minute: 720,
  dayparts: 40,
  earliestMinute: 690,
  latestMinute: 840,
  hasItem: true,
  namedShare: 1,
  unconfirmed: false,
  closedDay: false,
  secondsAhead: -5,
  isPart: false,
};

it.each<[string, Partial<SuspicionFacts>, string[]]>([
  ['nothing', {}, []],
  ['far above what is usual', { netGrams: 3_001 }, ['heavy']],
  ['three times the usual, no more', { netGrams: 3_000 }, []],
  ['heavy where weights vary as much', { netGrams: 3_001, spreadGrams: 400 }, []],
  ['heavy among too few', { netGrams: 9_000, alike: 7 }, []],
  ['heavier where all others were the same', { netGrams: 3_001, spreadGrams: 0 }, ['heavy']],
  ['light', { netGrams: 10 }, []],
  ['a container that weighed nothing', { tareGrams: 0 }, ['noTare']],
  ['no container', { tareGrams: 0, containerTareGrams: null }, []],
  ['a part, which has no tare of its own', { tareGrams: 0, isPart: true }, []],
  ['the same again after a minute', { secondsSinceTwin: 60 }, ['twin']],
  ['the same again after more', { secondsSinceTwin: 61 }, []],
  ['equal parts', { secondsSinceTwin: 0, isPart: true }, []],
  ['two hours before its daypart', { minute: 569 }, ['hour']],
  ['just within two hours', { minute: 570 }, []],
  ['two hours after its daypart', { minute: 961 }, ['hour']],
  ['a daypart with few weighings', { minute: 100, dayparts: 19 }, []],
  ['a daypart over midnight', { minute: 100, earliestMinute: 700, latestMinute: 1_430 }, []],
  ['no item where items are named', { hasItem: false, namedShare: 0.8 }, ['noItem']],
  ['no item where hardly any is', { hasItem: false, namedShare: 0.79 }, []],
  ['what a device reported and nobody confirmed', { unconfirmed: true }, ['unconfirmed']],
  ['a closed day', { closedDay: true }, ['closedDay']],
  ['a clock ahead', { secondsAhead: 61 }, ['clock']],
  ['several at once', { tareGrams: 0, closedDay: true }, ['noTare', 'closedDay']],
])('%s', (_, facts, expected) => {
  expect(suspicionsOf({ ...plain, ...facts })).toEqual(expected);
});
