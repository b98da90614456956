import { defineIsland } from '../runtime/define-island';
import { sentences, type Speak } from '../runtime/sentences';
import { useStanding } from '../runtime/use-standing';
import { createFormat, type Locale } from '../ui/format';
import { Progress } from '../ui/progress';

const words = sentences('massPackageCopy.progress', 'massPackageCopy.progressFigure', 'imports.offline');

interface Standing {
  state: string;
  targets: number;
  done: number;
}

interface CopyProgressProps {
  jobId: number;
  organisationId: number;
  locale: Locale;
  standing: Standing;
  t: Speak<typeof words>;
}

/** Asks once a second how far a copy is, and reloads the page when its step has ended. */
function CopyProgress({ jobId, organisationId, locale, standing: first, t }: CopyProgressProps) {
  const { standing, offline } = useStanding({
    address: `/rest/v1/mass-package-copy/${jobId}?organisationId=${organisationId}`,
    goneHref: `/mass-package-copy?organisationId=${organisationId}`,
    first,
    goesOn: ({ state }) => state === first.state,
  });

  const { number } = createFormat({ locale, timeZone: 'UTC', unit: { id: 12, abbr: 'kg', gramsPerUnit: 1000 } });
  const { targets, done } = standing;
  return (
    <div aria-live="polite">
      <Progress
        label={t('massPackageCopy.progress')}
        value={targets === 0 ? 0 : (done / targets) * 100}
        figure={t('massPackageCopy.progressFigure', { done: number(done), all: number(targets) })}
      />
      {offline && <p>{t('imports.offline')}</p>}
    </div>
  );
}

export const copyProgress = defineIsland('mass-package-copy/copy-progress', CopyProgress, words);
export default copyProgress;
