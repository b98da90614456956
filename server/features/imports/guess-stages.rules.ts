import { mostly, type Column } from './guess-columns.rules';
import { stageNamed } from './role-words.rules';

const PUBLISHED: Record<string, 8 | 9 | 23> = { '8': 8, '9': 9, '23': 23 };
const MOST_WORDS = 50;

/** Of a column of kinds of waste: more different words are names of food. */
const MOST_KINDS = 25;

/**
 * What the words of a column of stages mean; null where most of its cells name none. Of `kinds` it is enough that one names what guests
 * leave: the others are kitchen waste.
 */
export function stagesOf(column: Column, { kinds = false } = {}): Record<string, 8 | 9 | 23> | null {
  const stageOf = (text: string) => PUBLISHED[text] ?? stageNamed(text)?.stage;
  const isKinds =
    kinds &&
    new Set(column.cells.map(({ text }) => text)).size <= MOST_KINDS &&
    column.cells.some(({ text }) => (stageOf(text) ?? 8) !== 8);
  if (!isKinds && !mostly(column, ({ text }) => stageOf(text) !== undefined)) return null;
  const words = [...new Set(column.cells.map(({ text }) => text.replace(/\s+/g, ' ')))].slice(0, MOST_WORDS);
  return Object.fromEntries(
    words.flatMap((word) => {
      const stage = stageOf(word);
      return stage === undefined ? [] : [[word, stage] as const];
    }),
  );
}
