import { Badge } from '../../client/ui/badge';
import type { IconName } from '../../client/ui/icon';
import type { ImportView } from '../../server/features/imports/import.contract';
import type { Translate } from '../../server/platform/i18n/messages';

const looks: Record<ImportView['state'], { tone?: 'accent' | 'attention'; icon?: IconName }> = {
  UPLOADED: { tone: 'attention' },
  CHECKING: { tone: 'accent', icon: 'sync' },
  CHECKED: { tone: 'attention' },
  QUEUED: { tone: 'accent', icon: 'sync' },
  RUNNING: { tone: 'accent', icon: 'sync' },
  DONE: { icon: 'check' },
  FAILED: { tone: 'attention', icon: 'warning' },
  UNDONE: {},
};

/** Where an import stands, in a word; amber where it waits for somebody. */
export function ImportState({ t, state }: { t: Translate; state: ImportView['state'] }) {
  return <Badge {...looks[state]}>{t(`imports.states.${state}`)}</Badge>;
}
