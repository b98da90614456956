import type { GuessedRole } from './role-words.rules';
import type { SheetUnit } from './units.rules';

/** What a column seems to hold, and what says so: a word of its name, and cells that are read that way. */
export interface Guess {
  column: string;
  role: Exclude<GuessedRole, 'amount'>;
  /** null: the cells alone. */
  word: string | null;
  cells: string[];
  /** Of a weight; undefined: nothing says it, so it is asked. */
  unit?: SheetUnit;
  /** Of a cost, an ISO 4217 code; undefined: nothing says it. */
  currency?: string;
  /** Of a cost beside several weights: the weight of the same thing. */
  of?: string;
  /** Of a weight whose name is that of a stage. */
  stage?: 8 | 9 | 23;
  /** Of a column of stages: what its words mean. */
  stages?: Record<string, 8 | 9 | 23>;
  /** Of a weight: its name says the unit; or each cell does. */
  unitInName?: boolean;
  unitsInCells?: boolean;
  /** A word that says little: where another column says more, it is none. */
  weak?: true;
  /** Of a weight: what it holds with its container, the column of that, and the column of what is left in a smaller unit. */
  holds?: 'gross';
  tare?: string;
  finer?: { column: string; unit: SheetUnit };
  /** Of the weight of each bag: the column of how many there are. */
  times?: string;
}
