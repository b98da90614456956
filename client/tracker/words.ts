import { createTranslate, sentences, type Messages, type Speak } from '../runtime/sentences';

export const words = sentences('tracker');
export type Say = Speak<typeof words>;

/** What the page hands over: every language, as operators bring theirs, and a tablet may be offline. */
export interface Handed {
  build: string;
  words: Record<string, Messages>;
}

export function sayIn(handed: Handed, locale: string): Say {
  return createTranslate<typeof words>(handed.words[locale] ?? handed.words.en_US ?? {}, locale);
}
