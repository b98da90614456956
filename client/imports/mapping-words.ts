import type { ReactNode } from 'react';
import type { AskedRole } from '../../server/features/imports/missing-roles.rules';
import { sentences, type Speak } from '../runtime/sentences';

/** What the editor of a mapping says. */
export const words = sentences('imports.editor', 'global.stage8', 'global.stage9', 'global.stage23');
export type MappingTranslate = Speak<typeof words>;

export const stageOptions = (t: MappingTranslate) =>
  ([8, 9, 23] as const).map((id) => ({ value: String(id), label: t(`global.stage${id}`) }));

/** What a control holds after a change. */
export const valueOf = (event: { target: unknown }) => (event.target as HTMLInputElement | HTMLSelectElement).value;

/** A cell that a guess was made from. */
export interface CellEvidence {
  text: string;
  line: number;
}

/** A field of what holds for every line. */
export interface SheetField {
  /** What it answers; null: it is never asked. */
  asks: AskedRole | null;
  /** Nothing where the sheet leaves nothing to say. */
  field: ReactNode;
}

export const fromCell = (t: MappingTranslate, { text, line }: CellEvidence) =>
  t('imports.editor.fromCell', { cell: text, line });
