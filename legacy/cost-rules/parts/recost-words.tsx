import { usePage } from '../../../client/legacy/page';
import { Badge } from '../../../client/ui/badge';
import type { RecostView } from '../../../server/domain/catalogue/recost.contract';

const tones = { COUNTING: undefined, COUNTED: 'attention', RUNNING: 'accent', DONE: 'less' } as const;

export function RecostState({ state }: Pick<RecostView, 'state'>) {
  const { t } = usePage();
  const tone = tones[state];
  return <Badge {...(tone ? { tone } : {})}>{t(`costRules.recostStates.${state}`)}</Badge>;
}
