import { useEffect, useState } from 'react';
import { defineIsland } from '../runtime/define-island';
import { request, RequestError } from '../runtime/request';
import { sentences, type Speak } from '../runtime/sentences';
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

const everyMs = 1_000;
const steps = ['reports.step.0', 'reports.step.1', 'reports.step.2'] as const;

/** Asks once a second how far a report is, and reloads the page when it is made. */
function ReportProgress({ status, listHref, step: first, t }: ReportProgressProps) {
  const [step, setStep] = useState(first);
  const [offline, setOffline] = useState(false);

  useEffect(() => {
    const stop = new AbortController();
    let timer = 0;
    const ask = async () => {
      try {
        const run = await request<{ state: string; step: number }>(status, { signal: stop.signal });
        setOffline(false);
        setStep(run.step);
        if (run.state !== 'queued' && run.state !== 'running') return window.location.reload();
      } catch (error) {
        if (stop.signal.aborted) return;
        if (error instanceof RequestError && error.status === 404) return window.location.assign(listHref);
        setOffline(true);
      }
      timer = window.setTimeout(() => void ask(), everyMs);
    };
    timer = window.setTimeout(() => void ask(), everyMs);
    return () => {
      stop.abort();
      window.clearTimeout(timer);
    };
  }, [status, listHref]);

  return (
    <div aria-live="polite">
      <Progress label={t('reports.progress')} value={(step + 1) * 25} figure={t(steps[step] ?? 'reports.step.0')} />
      {offline && <p>{t('imports.offline')}</p>}
    </div>
  );
}

export const reportProgress = defineIsland('generate-reports/report-progress', ReportProgress, words);
export default reportProgress;
