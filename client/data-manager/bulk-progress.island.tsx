import { defineIsland } from '../runtime/define-island';
import { sentences, type Speak } from '../runtime/sentences';
import { useStanding } from '../runtime/use-standing';
import { createFormat, type Locale } from '../ui/format';
import { Progress } from '../ui/progress';

const words = sentences('dataManager.bulk.progress', 'dataManager.bulk.progressFigure', 'imports.offline');

interface Standing {
  state: string;
  events: number;
  done: number;
}

interface BulkProgressProps {
  changeId: number;
  locale: Locale;
  standing: Standing;
  t: Speak<typeof words>;
}

/** Asks once a second how far a change is, and reloads the page when its step has ended. */
function BulkProgress({ changeId, locale, standing: first, t }: BulkProgressProps) {
  const { standing, offline } = useStanding({
    address: `/rest/v1/data-manager/changes/${changeId}`,
    goneHref: '/data-manager/changes',
    first,
    goesOn: ({ state }) => state === first.state,
  });

  const { number } = createFormat({ locale, timeZone: 'UTC', unit: { id: 12, abbr: 'kg', gramsPerUnit: 1000 } });
  const { events, done } = standing;
  return (
    <div aria-live="polite">
      <Progress
        label={t('dataManager.bulk.progress')}
        value={events === 0 ? 0 : (done / events) * 100}
        figure={t('dataManager.bulk.progressFigure', { done: number(done), all: number(events) })}
      />
      {offline && <p>{t('imports.offline')}</p>}
    </div>
  );
}

export const bulkProgress = defineIsland('data-manager/bulk-progress', BulkProgress, words);
export default bulkProgress;
