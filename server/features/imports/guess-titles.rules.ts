import type { SampleRow } from './header-line.rules';
import { rolesNamed, stageNamed, wordsOf } from './role-words.rules';

const LONGEST_TITLE = 200;
const LONGEST_PLACE = 80;
/** Words that speak of a service or a time as often as of a stage. */
const UNSURE = new Set(['service', 'servicio', 'post', 'bord', 'distribution', 'distribucion']);

/** The stage that the lines above the table name; kitchen waste is taken where they name none. */
export function stageOfTitles(titles: readonly SampleRow[]): 9 | 23 | null {
  for (const { cells } of titles) {
    for (const cell of cells) {
      const named = stageNamed(cell.slice(0, LONGEST_TITLE));
      if (named && named.stage !== 8 && !UNSURE.has(named.word)) return named.stage;
    }
  }
  return null;
}

/** What stands behind a word for a kitchen above the table: `Kitchen: Mill Lane` or a cell of its own, up to its address. */
export function placeOfTitles(titles: readonly SampleRow[]): string | null {
  for (const { cells } of titles) {
    const filled = cells.map((cell) => cell.trim().slice(0, LONGEST_TITLE)).filter((cell) => cell !== '');
    for (const [at, cell] of filled.entries()) {
      const [label = '', ...rest] = cell.split(':');
      const isLabel = wordsOf(label).length <= 2 && rolesNamed(label).some(({ role }) => role === 'site');
      const behind = rest.join(':').trim();
      const value = behind !== '' ? behind : cell.endsWith(':') || rest.length === 0 ? (filled[at + 1] ?? '') : '';
      const name = (value.split(/[,;(]/)[0] ?? '').trim().slice(0, LONGEST_PLACE);
      if (isLabel && /\p{L}/u.test(name)) return name;
    }
  }
  return null;
}
