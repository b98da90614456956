import type { SheetError } from '../../platform/sheet/sheet.errors';
import type { SheetSample } from '../../platform/sheet/sheet.reader';
import type { EventCandidate } from './event-candidate.contract';
import type { Evidence } from './guess-columns.rules';
import type { SheetGuess } from './guess.rules';
import type { Role } from './mapping-editor.rules';

/** What the first lines of a kept file say of it. */
export interface Guessed extends Omit<SheetSample, 'rows'> {
  guess: SheetGuess | null;
  /** The first words of the line of column names. */
  words: string[];
  /** Lines of figures stand below each other; a letter holds none. */
  isTable: boolean;
  /** Why it cannot be read at all. */
  failure: Pick<SheetError, 'code' | 'params'> | null;
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

/** A weighing as it would be recorded. */
export interface ReadWeighing {
  line: number;
  /** The line as it stands; only with its first weighing. */
  raw: string[] | null;
  event: EventCandidate;
}
