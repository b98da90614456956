import { useEffect, useState } from 'react';
import { defineIsland } from '../runtime/define-island';
import { request, RequestError } from '../runtime/request';
import { sentences, type Speak } from '../runtime/sentences';
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

const everyMs = 1_000;

/** Asks once a second how far a change is, and reloads the page when its step has ended. */
function BulkProgress({ changeId, locale, standing: first, t }: BulkProgressProps) {
  const [standing, setStanding] = useState(first);
  const [offline, setOffline] = useState(false);

  useEffect(() => {
    const stop = new AbortController();
    let timer = 0;
    const ask = async () => {
      try {
        const now = await request<Standing>(`/rest/v1/data-manager/changes/${changeId}`, { signal: stop.signal });
        setOffline(false);
        setStanding(now);
        if (now.state !== first.state) return window.location.reload();
      } catch (error) {
        if (stop.signal.aborted) return;
        if (error instanceof RequestError && error.status === 404)
          return window.location.assign('/data-manager/changes');
        setOffline(true);
      }
      timer = window.setTimeout(() => void ask(), everyMs);
    };
    timer = window.setTimeout(() => void ask(), everyMs);
    return () => {
      stop.abort();
      window.clearTimeout(timer);
    };
  }, [changeId, first.state]);

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
