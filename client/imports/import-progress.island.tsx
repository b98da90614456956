import { useEffect, useState } from 'react';
import { defineIsland } from '../runtime/define-island';
import { request, RequestError } from '../runtime/request';
import { sentences, type Speak } from '../runtime/sentences';
import { createFormat, type Locale } from '../ui/format';
import { Progress } from '../ui/progress';

const words = sentences('imports.progressLabel', 'imports.checkFigure', 'imports.progressFigure', 'imports.offline');

interface Standing {
  state: string;
  progress: number | null;
  linesRead: number;
  eventsTaken: number;
}

interface ImportProgressProps {
  id: number;
  locale: Locale;
  standing: Standing;
  t: Speak<typeof words>;
}

const everyMs = 1_000;
const underWay = new Set(['CHECKING', 'QUEUED', 'RUNNING']);

/** Asks once a second how far the import is, and reloads the page when it has ended. */
function ImportProgress({ id, locale, standing: first, t }: ImportProgressProps) {
  const [standing, setStanding] = useState(first);
  const [offline, setOffline] = useState(false);

  useEffect(() => {
    const stop = new AbortController();
    let timer = 0;
    const ask = async () => {
      try {
        const now = await request<Standing>(`/rest/v1/imports/${id}`, { signal: stop.signal });
        setOffline(false);
        setStanding(now);
        if (!underWay.has(now.state)) return window.location.reload();
      } catch (error) {
        if (stop.signal.aborted) return;
        if (error instanceof RequestError && error.status === 404) return window.location.assign('/imports');
        setOffline(true);
      }
      timer = window.setTimeout(() => void ask(), everyMs);
    };
    timer = window.setTimeout(() => void ask(), everyMs);
    return () => {
      stop.abort();
      window.clearTimeout(timer);
    };
  }, [id]);

  const format = createFormat({ locale, timeZone: 'UTC', unit: { id: 12, abbr: 'kg', gramsPerUnit: 1000 } });
  const far = { percent: format.percent(standing.progress ?? 1), lines: format.number(standing.linesRead) };
  const figure =
    standing.state === 'CHECKING'
      ? t('imports.checkFigure', far)
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
