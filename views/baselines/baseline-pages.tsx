import type { BaselineDetails, Readiness } from '../../server/features/baselines/baselines.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { DetailContent, ReadinessContent } from '../../client/baselines/baseline-modals.island';
import { Badge } from '../../client/ui/badge';
import { LinkButton } from '../../client/ui/button';
import type { FormatSettings } from '../../client/ui/format';
import { PageHeader } from '../../client/ui/page-header';
import { baselineDetailHref, baselineReadinessHref } from './baseline-links';

interface PageProps<Data> {
  t: Translate;
  settings: FormatSettings;
  data: Data;
}

export function BaselineReadinessPage({ t, settings, data }: PageProps<Readiness>) {
  return (
    <>
      <PageHeader
        title={t('baselineModals.readiness.title')}
        sentence={t('baselineModals.readiness.lead')}
        badge={<Badge tone="accent">{t('baselineModals.beta')}</Badge>}
        back={{ href: '/deployment-status', label: t('baselineModals.backToStatus') }}
        actions={data.hasBaseline && <LinkButton href={baselineDetailHref(data)}>{t('baselineModals.readiness.seeDetail')}</LinkButton>}
      />
      <ReadinessContent data={data} t={t} settings={settings} level="h2" />
    </>
  );
}

export function BaselineDetailPage({ t, settings, data }: PageProps<BaselineDetails>) {
  return (
    <>
      <PageHeader
        title={t('baselineModals.detail.title')}
        sentence={t('baselineModals.detail.lead')}
        back={{ href: '/deployment-status', label: t('baselineModals.backToStatus') }}
        actions={<LinkButton href={baselineReadinessHref(data)}>{t('baselineModals.detail.seeReadiness')}</LinkButton>}
      />
      <DetailContent data={data} t={t} settings={settings} level="h2" />
    </>
  );
}
