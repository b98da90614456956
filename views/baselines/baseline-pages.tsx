import { DetailContent } from '../../client/baselines/detail-content';
import { ReadinessContent } from '../../client/baselines/readiness-content';
import { Badge } from '../../client/ui/badge';
import { LinkButton } from '../../client/ui/button';
import type { FormatSettings } from '../../client/ui/format';
import { PageHeader } from '../../client/ui/page-header';
import type { BaselineDetails, Readiness } from '../../server/features/baselines/baselines.contract';
import { manageBaselineHref } from '../../server/features/baselines/manage-link.rules';
import type { WaitingDays } from '../../server/features/calendar/confirm-days.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { baselineDetailHref, baselineReadinessHref } from './baseline-links';

interface PageProps<Data> {
  t: Translate;
  settings: FormatSettings;
  data: Data;
  /** Whether the viewer may edit baselines. */
  mayManage: boolean;
}

function ManageLink({ t, data }: { t: Translate; data: Readiness | BaselineDetails }) {
  const href = manageBaselineHref(data);
  return (
    href && (
      <LinkButton tone="quiet" href={href}>
        {t('baselineModals.manage')}
      </LinkButton>
    )
  );
}

export function BaselineReadinessPage({ t, settings, data, mayManage }: PageProps<Readiness>) {
  return (
    <>
      <PageHeader
        title={t('baselineModals.readiness.title')}
        sentence={t('baselineModals.readiness.lead')}
        badge={<Badge tone="accent">{t('baselineModals.beta')}</Badge>}
        back={{ href: '/deployment-status', label: t('baselineModals.backToStatus') }}
        actions={
          <>
            {mayManage && <ManageLink t={t} data={data} />}
            {data.hasBaseline && (
              <LinkButton href={baselineDetailHref(data)}>{t('baselineModals.readiness.seeDetail')}</LinkButton>
            )}
          </>
        }
      />
      <ReadinessContent data={data} t={t} settings={settings} level="h2" />
    </>
  );
}

export function BaselineDetailPage({
  t,
  settings,
  data,
  mayManage,
  waiting,
}: PageProps<BaselineDetails> & { waiting: WaitingDays | null }) {
  return (
    <>
      <PageHeader
        title={t('baselineModals.detail.title')}
        sentence={t('baselineModals.detail.lead')}
        back={{ href: '/deployment-status', label: t('baselineModals.backToStatus') }}
        actions={
          <>
            {mayManage && <ManageLink t={t} data={data} />}
            <LinkButton href={baselineReadinessHref(data)}>{t('baselineModals.detail.seeReadiness')}</LinkButton>
          </>
        }
      />
      <DetailContent {...{ data, t, settings, waiting }} level="h2" />
    </>
  );
}
