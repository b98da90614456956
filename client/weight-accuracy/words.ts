import { sentences, type Speak } from '../runtime/sentences';

export const words = sentences(
  'weightAccuracy.column',
  'weightAccuracy.info',
  'weightAccuracy.edit',
  'weightAccuracy.add',
  'weightAccuracy.note',
  'weightAccuracy.incompleteWhy',
  'weightAccuracy.incomplete',
  'weightAccuracy.incompleteAccuracy',
  'weightAccuracy.closedMark',
  'weightAccuracy.closedReason',
  'weightAccuracy.yes',
  'weightAccuracy.no',
  'weightAccuracy.table.days',
);
export type AccuracyTranslate = Speak<typeof words>;
