import { Badge } from '../../client/ui/badge';
import type { IconName } from '../../client/ui/icon';
import type { BulkState, BulkView } from '../../server/features/data-manager/bulk.contract';
import type { Translate } from '../../server/platform/i18n/messages';

const looks: Record<BulkState, { tone?: 'accent' | 'attention'; icon?: IconName }> = {
  COUNTING: { tone: 'accent', icon: 'sync' },
  COUNTED: { tone: 'attention' },
  RUNNING: { tone: 'accent', icon: 'sync' },
  DONE: { icon: 'check' },
  UNDOING: { tone: 'accent', icon: 'sync' },
  UNDONE: {},
  STOPPED: { tone: 'attention', icon: 'warning' },
};

export function BulkStateBadge({ t, state }: { t: Translate; state: BulkState }) {
  return <Badge {...looks[state]}>{t(`dataManager.bulk.states.${state}`)}</Badge>;
}

/** What a change does, with the value that it sets. */
export function whatOf(t: Translate, { change, valueName }: Pick<BulkView, 'change' | 'valueName'>): string {
  if (change.kind !== 'set') return t(`dataManager.bulk.kinds.${change.kind}`);
  return t('global.labelled', {
    label: t(`dataManager.bulk.kinds.${change.field}`),
    value: change.value === null ? t('legacy.events.notSaid') : (valueName ?? String(change.value)),
  });
}
