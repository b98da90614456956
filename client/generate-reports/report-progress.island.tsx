import { defineIsland } from '../runtime/define-island';
import { sentences, type Speak } from '../runtime/sentences';
import { useStanding } from '../runtime/use-standing';
import { Progress } from '../ui/progress';

const words = sentences('reports.progress', 'reports.step.0', 'reports.step.1', 'reports.step.2', 'imports.offline');

interface ReportProgressProps {
  /** Says how far it is. */
  status: string;
  /** Where it stands in a list, when it is gone. */
  listHref: string;
  step: number;
  t: Speak<typeof words>;
}

const steps = ['reports.step.0', 'reports.step.1', 'reports.step.2'] as const;

/** Asks once a second how far a report is, and reloads the page when it is made. */
function ReportProgress({ status, listHref, step: first, t }: ReportProgressProps) {
  const {
    standing: { step },
    offline,
  } = useStanding({
    address: status,
    goneHref: listHref,
    first: { state: 'queued', step: first },
    goesOn: ({ state }) => state === 'queued' || state === 'running',
  });

  return (
    <div aria-live="polite">
      <Progress label={t('reports.progress')} value={(step + 1) * 25} figure={t(steps[step] ?? 'reports.step.0')} />
      {offline && <p>{t('imports.offline')}</p>}
    </div>
  );
}

export const reportProgress = defineIsland('generate-reports/report-progress', ReportProgress, words);
export default reportProgress;
