import type { VolumeInput, VolumeKind, VolumeProblemCode } from '../../domain/volumes/volumes.rules';

/** Why a row of a sheet cannot be read. */
export type SheetProblemCode =
  'missingDate' | 'notADate' | 'ambiguousDate' | 'yearOutOfRange' | 'notANumber' | 'unit' | 'noValue';

/** A row with what is wrong with it; of a row that can be read, its volume. */
export interface RowProblem {
  line: number;
  code: SheetProblemCode | VolumeProblemCode;
  params: Record<string, string | number>;
  raw: string;
}

export interface SheetPreview {
  /** What would be written. */
  rows: { line: number; input: VolumeInput; before: string | null }[];
  unchanged: number;
  problems: RowProblem[];
  kinds: VolumeKind[];
  ignored: string[];
}
