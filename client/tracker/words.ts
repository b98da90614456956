import type { TrackerHanded } from '../../server/features/tracker/tracker.contract';
import { createTranslate, type Messages, type Speak } from '../runtime/sentences';

export type Say = Speak<readonly ['tracker']>;

export const sayIn = ({ words }: TrackerHanded, locale: string): Say =>
  createTranslate<readonly ['tracker']>((words[locale] ?? words.en_US ?? {}) as Messages, locale);
