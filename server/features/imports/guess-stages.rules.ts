import { mostly, type Column } from './guess-columns.rules';
import { stageNamed } from './role-words.rules';

const PUBLISHED: Record<string, 8 | 9 | 23> = { '8': 8, '9': 9, '23': 23 };
const MOST_WORDS = 50;

/** What the words of a column of stages mean; null where most of its cells name none. */
export function stagesOf(column: Column): Record<string, 8 | 9 | 23> | null {
  const stageOf = (text: string) => PUBLISHED[text] ?? stageNamed(text)?.stage;
  if (!mostly(column, ({ text }) => stageOf(text) !== undefined)) return null;
  const words = [...new Set(column.cells.map(({ text }) => text.replace(/\s+/g, ' ')))].slice(0, MOST_WORDS);
  return Object.fromEntries(
    words.flatMap((word) => {
      const stage = stageOf(word);
      return stage === undefined ? [] : [[word, stage] as const];
    }),
  );
}
