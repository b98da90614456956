import type { SheetSample } from '../../platform/sheet/sheet.reader';
import type { Evidence } from './guess-columns.rules';
import type { SheetGuess } from './guess.rules';
import type { Role } from './mapping-editor.rules';

/** What the first lines of a kept file say of it. */
export interface Guessed extends Omit<SheetSample, 'rows'> {
  guess: SheetGuess | null;
  /** The first words of the line of column names. */
  words: string[];
  /** A cell with a letter that hangs on the encoding; null where the first lines have none. */
  foreign: Evidence | null;
}

/** Why a column was given its role. */
export interface ColumnEvidence {
  column: string;
  /** `guests`: no role of a mapping. */
  role: Role | 'guests';
  /** null: the cells alone say it. */
  word: string | null;
  cells: string[];
}
