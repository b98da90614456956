import { LinkButton } from '../../client/ui/button';
import type { Choice } from '../../server/domain/measures/weight-accuracy.rules';
import type { AccuracyPageData } from '../../server/features/weight-accuracy/accuracy-page.contract';
import type { Translate } from '../../server/platform/i18n/messages';

const base = '/rest/v1/wam';

/** The files of what is shown; none while nothing can be. */
export function Downloads({
  t,
  data: {
    mode,
    selection: { site, location },
    range,
    content,
  },
}: {
  t: Translate;
  data: AccuracyPageData;
}) {
  if (content.kind === 'problem') return null;
  const query = (...more: readonly (readonly [string, string])[]) =>
    `?${new URLSearchParams([['beginDate', range.begin], ['endDate', range.end], ...more.map(([name, value]) => [name, value])])}`;
  if (mode === 'location')
    return (
      <LinkButton icon="download" href={`${base}/export/sites/${site}/locations/${location}${query()}`} download>
        {t('weightAccuracy.download.days')}
      </LinkButton>
    );
  const statuses = mode === 'site' ? query(...of('locationStatus', location)) : query(...of('siteStatus', site));
  const place = mode === 'site' ? `/${site}` : '';
  return (
    <>
      <LinkButton icon="download" href={`${base}/export/sites${place}${statuses}`} download>
        {t('weightAccuracy.download.accuracy')}
      </LinkButton>
      <LinkButton icon="download" href={`${base}/export/incompleteDays/sites${place}${statuses}`} download>
        {t('weightAccuracy.download.incomplete')}
      </LinkButton>
      {mode === 'organisation' && (
        <LinkButton icon="download" tone="quiet" href={`${base}/locations.csv${statuses}`} download>
          {t('weightAccuracy.download.allDays')}
        </LinkButton>
      )}
    </>
  );
}

/** What is chosen as repeated parameters: all are both. */
const of = (name: string, choice: Choice) =>
  (choice === 'A' || choice === 'I' ? [choice] : ['A', 'I']).map((status) => [name, status] as const);
