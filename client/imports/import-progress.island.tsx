import { useRef } from 'react';
import { defineIsland } from '../runtime/define-island';
import { sentences, type Speak } from '../runtime/sentences';
import { useStanding } from '../runtime/use-standing';
import { createFormat, type Locale } from '../ui/format';
import { Progress } from '../ui/progress';

const words = sentences(
  'imports.progressLabel',
  'imports.checkFigure',
  'imports.progressFigure',
  'imports.updatingFigure',
  'imports.offline',
);

interface Standing {
  state: string;
  progress: number | null;
  linesRead: number;
  eventsTaken: number;
  weeksWaiting: number;
}

interface ImportProgressProps {
  id: number;
  locale: Locale;
  standing: Standing;
  t: Speak<typeof words>;
}

const underWay = new Set(['CHECKING', 'QUEUED', 'RUNNING']);
const mostRounds = 60;

/** Asks once a second how far the import is, and reloads the page when it has ended and its figures stand, or take too long. */
function ImportProgress({ id, locale, standing: first, t }: ImportProgressProps) {
  const rounds = useRef(0);
  const { standing, offline } = useStanding({
    address: `/rest/v1/imports/${id}`,
    goneHref: '/imports',
    first,
    goesOn: ({ state, weeksWaiting }) => underWay.has(state) || (weeksWaiting > 0 && rounds.current++ < mostRounds),
  });

  const format = createFormat({ locale, timeZone: 'UTC', unit: { id: 12, abbr: 'kg', gramsPerUnit: 1000 } });
  const far = { percent: format.percent(standing.progress ?? 1), lines: format.number(standing.linesRead) };
  const figure =
    standing.state === 'CHECKING'
      ? t('imports.checkFigure', far)
      : standing.state === 'DONE'
        ? t('imports.updatingFigure')
        : t('imports.progressFigure', { ...far, events: format.number(standing.eventsTaken) });
  return (
    <div aria-live="polite">
      <Progress label={t('imports.progressLabel')} value={(standing.progress ?? 1) * 100} figure={figure} />
      {offline && <p>{t('imports.offline')}</p>}
    </div>
  );
}

export const importProgress = defineIsland('imports/import-progress', ImportProgress, words);
export default importProgress;
