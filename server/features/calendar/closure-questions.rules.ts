import { isPlainState, mostValues, saysOpen, suggested, type Meaning } from '../../domain/calendar/closure-words.rules';
import { stateAndReason } from './closures.rules';

/** A column that says whether a line closes anything. */
export interface Decider {
  column: string;
  /** What a yes in it says; null for a column of kinds. */
  says: 'open' | 'closed' | null;
}

/** What a person said a value of a column means. */
export interface Answer {
  column: string;
  value: string;
  means: Meaning;
}

export interface Question {
  column: string;
  values: {
    value: string;
    /** How many lines have it. */
    lines: number;
    suggested: Meaning | null;
    means: Meaning | null;
  }[];
}

const keyOf = (column: string, value: string) => JSON.stringify([column, value]);

export function answersOf(answers: readonly Answer[]): ReadonlyMap<string, Meaning> {
  return new Map(answers.map(({ column, value, means }) => [keyOf(column, value), means]));
}

/** What has to be asked before anything is closed: each value of each column that decides, with the answers that are there. */
export function questionsOf(
  deciders: readonly Decider[],
  cells: readonly Readonly<Record<string, string>>[],
  answers: readonly Answer[],
): Question[] {
  const means = answersOf(answers);
  return deciders.map(({ column, says }) => {
    const counts = new Map<string, number>();
    for (const line of cells) {
      const value = (line[column] ?? '').trim().normalize('NFC');
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const values = [...counts].slice(0, mostValues).map(([value, lines]) => ({
      value,
      lines,
      suggested: suggested(value, says),
      means: means.get(keyOf(column, value)) ?? null,
    }));
    return { column, values };
  });
}

export const isAnswered = (questions: readonly Question[]): boolean =>
  questions.every(({ values }) => values.every((one) => one.means !== null));

interface LineReading {
  kind: string;
  name: string;
  means: ReadonlyMap<string, Meaning>;
}

/** What a line does by its deciding columns; null where there are none. A line that calls itself open closes nothing. */
export function stateOfLine(
  deciding: readonly { column: string; value: string }[],
  { kind, name, means }: LineReading,
): { open: boolean; reason: string } | 'nothing' | 'waiting' | 'contradicts' | null {
  if (deciding.length === 0) return null;
  const said = deciding.map(({ column, value }) => means.get(keyOf(column, value)) ?? null);
  if (said.includes(null)) return 'waiting';
  if (said.includes('closed') && (said.includes('open') || saysOpen(kind))) return 'contradicts';
  if (!said.includes('closed') && !said.includes('open')) return 'nothing';
  const { reason } = stateAndReason(isPlainState(kind) ? '' : kind, name);
  return { open: said.includes('open'), reason };
}
