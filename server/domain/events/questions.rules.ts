import { gramsPerUnit, weightUnits } from '../../platform/weight-units.rules';
import type { CostRule } from '../catalogue/cost.rules';
import type { CheckedEvent } from './checked-event.contract';
import { costLimit, weightLimit } from './implausible.rules';
import type { Question } from './questions.contract';

/** What was weighed at a location before; weights in grams, costs in its currency. */
export interface WeighedBefore {
  usualGrams: number;
  largestGrams: number;
  usualCost: number;
  largestCost: number;
}

export const nothingBefore: WeighedBefore = { usualGrams: 0, largestGrams: 0, usualCost: 0, largestCost: 0 };

type Sentence = 'zero' | 'costOfNothing' | 'timesHeaviest' | 'veryHeavy' | 'timesDearest' | 'veryDear';

/** A question about a weighing; the code is the key of its sentence. */
export interface Asked {
  question: Question;
  code: `wasteEvents.asks.${Sentence}`;
  event: Weighing;
  /** By how much it is more than the largest so far. */
  times?: number;
}

type Weighing = Pick<CheckedEvent, 'netGrams' | 'estimated' | 'costAmount' | 'costCurrency' | 'costRuleId'> &
  Pick<CheckedEvent, 'enteredUnit'>;

interface Known {
  before: WeighedBefore;
  pricePerKg: number | null;
}

/** What somebody should be asked before this weighing is saved. An estimate came from no scale. */
export function questionsAbout(event: Weighing, { before, pricePerKg }: Known): Asked[] {
  const cost = Number(event.costAmount ?? 0);
  const ask = (question: Question, code: Asked['code'], times?: number): Asked => ({
    question,
    code,
    event,
    ...(times !== undefined && { times }),
  });
  if (event.netGrams === 0) {
    const given = event.costRuleId === null && cost > 0;
    return [ask('zero', 'wasteEvents.asks.zero'), ...(given ? [ask('price', 'wasteEvents.asks.costOfNothing')] : [])];
  }
  if (!event.estimated && event.netGrams > weightLimit(before.usualGrams)) {
    const times = timesOf(event.netGrams, before.largestGrams);
    return [
      times === null
        ? ask('weight', 'wasteEvents.asks.veryHeavy')
        : ask('weight', 'wasteEvents.asks.timesHeaviest', times),
    ];
  }
  if (cost > costLimit({ usualCost: before.usualCost, pricePerKg })) {
    const times = timesOf(cost, before.largestCost);
    return [
      times === null ? ask('price', 'wasteEvents.asks.veryDear') : ask('price', 'wasteEvents.asks.timesDearest', times),
    ];
  }
  return [];
}

/** Null where it would say nothing: without anything to compare with, and of what came about as large before. */
function timesOf(value: number, largest: number): number | null {
  const times = largest > 0 ? Math.round(value / largest) : 0;
  return times >= 2 ? times : null;
}

/** The middle of the prices that hold in a currency. */
export function usualPrice(rules: readonly CostRule[], currency: string): number | null {
  let prices = pricesOf.get(rules);
  if (!prices) pricesOf.set(rules, (prices = new Map()));
  const known = prices.get(currency);
  if (known !== undefined) return known;
  const all = rules.flatMap((rule) =>
    rule.currency === currency && Number(rule.amountPerKg) > 0 ? [Number(rule.amountPerKg)] : [],
  );
  const middle = all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? null;
  prices.set(currency, middle);
  return middle;
}
const pricesOf = new WeakMap<readonly CostRule[], Map<string, number | null>>();

/** The field at which a form asks. */
export const fieldOf = ({ question }: Asked) => (question === 'price' ? 'costAmount' : 'grossGrams');

/** What the sentence names, as somebody reads numbers; the weight in the unit in which it was entered. */
export function sayingOf({ event, times }: Asked, locale: string): Record<string, string> {
  const tag = locale.replace('_', '-');
  const number = (value: number, digits: number) =>
    new Intl.NumberFormat(tag, { maximumFractionDigits: digits }).format(value);
  const unit = weightUnits.find((one) => one === event.enteredUnit) ?? 'kg';
  const { costAmount, costCurrency } = event;
  return {
    weight: `${number(event.netGrams / gramsPerUnit[unit], 3)}\u202f${unit}`,
    ...(times !== undefined && { times: number(times, 0) }),
    ...(costAmount !== null &&
      costCurrency !== null && {
        cost: new Intl.NumberFormat(tag, { style: 'currency', currency: costCurrency }).format(Number(costAmount)),
      }),
  };
}

/** The questions to which nobody has said yes. */
export const unanswered = (asked: readonly Asked[], confirmed: readonly Question[] = []): Asked[] =>
  asked.filter(({ question }) => !confirmed.includes(question));
