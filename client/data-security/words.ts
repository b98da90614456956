import { sentences, type Speak } from '../runtime/sentences';

export const words = sentences('dataSecurity');
export type DataSecurityTranslate = Speak<typeof words>;
