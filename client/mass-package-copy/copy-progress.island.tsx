import { useEffect, useState } from 'react';
import { defineIsland } from '../runtime/define-island';
import { request, RequestError } from '../runtime/request';
import { sentences, type Speak } from '../runtime/sentences';
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

const everyMs = 1_000;

/** Asks once a second how far a copy is, and reloads the page when its step has ended. */
function CopyProgress({ jobId, organisationId, locale, standing: first, t }: CopyProgressProps) {
  const [standing, setStanding] = useState(first);
  const [offline, setOffline] = useState(false);

  useEffect(() => {
    const stop = new AbortController();
    let timer = 0;
    const ask = async () => {
      try {
        const now = await request<Standing>(`/rest/v1/mass-package-copy/${jobId}?organisationId=${organisationId}`, {
          signal: stop.signal,
        });
        setOffline(false);
        setStanding(now);
        if (now.state !== first.state) return window.location.reload();
      } catch (error) {
        if (stop.signal.aborted) return;
        if (error instanceof RequestError && error.status === 404)
          return window.location.assign(`/mass-package-copy?organisationId=${organisationId}`);
        setOffline(true);
      }
      timer = window.setTimeout(() => void ask(), everyMs);
    };
    timer = window.setTimeout(() => void ask(), everyMs);
    return () => {
      stop.abort();
      window.clearTimeout(timer);
    };
  }, [jobId, organisationId, first.state]);

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
