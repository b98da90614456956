import type { Translate } from '../../server/platform/i18n/messages';
import { BaselineModals } from '../baselines/baseline-modals';
import { Progress } from '../../client/ui/progress';
import { Badge } from '../../client/ui/badge';
import { LinkButton } from '../../client/ui/button';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { HeroFigure, HeroRow } from '../layout/hero-figure';
import { PageHeader } from '../../client/ui/page-header';
import { CardList } from '../layout/section';
import { stageName } from '../../server/platform/i18n/stage-name.rules';
import { PeriodCard, type StatusCardView } from './period-card';
import { PeriodShares } from './period-shares';
import { StatusFilters, type StatusFilterView } from './status-filters';
import s from './deployment-status-page.module.css';

export type { StatusCardView } from './period-card';

interface DeploymentStatusPageProps {
  t: Translate;
  settings: FormatSettings;
  simulated: boolean;
  totalLocations: number;
  /** Activation, baseline, reduction. */
  cards: StatusCardView[];
  filter: StatusFilterView;
  csvHref: string;
  helpHref: string;
}

export function DeploymentStatusPage({ t, settings, simulated, totalLocations, cards, filter, csvHref, helpHref }: DeploymentStatusPageProps) {
  const format = createFormat(settings);
  const { wasteStageId } = filter.chosen;
  const chosen = Boolean(filter.chosen.countryCode || filter.chosen.region || filter.chosen.segment) || wasteStageId !== 'all';
  const narrowed = chosen && filter.stages.length > 0;
  const stage = filter.stages.find((one) => one.wasteStageId === wasteStageId);
  return (
    <div className={s.page}>
      <PageHeader
        title={t('deploymentStatus.title')}
        sentence={t('deploymentStatus.lead')}
        badge={simulated && <Badge tone="attention">{t('global.simulated')}</Badge>}
        actions={(
          <>
            <LinkButton icon="download" href={csvHref} download="LocationStatus.csv">{t('deploymentStatus.downloadCsv')}</LinkButton>
            <LinkButton icon="help" tone="quiet" href={helpHref} target="_blank" rel="noreferrer">{t('deploymentStatus.help')}<span className="visually-hidden"> ({t('deploymentStatus.helpNewSite')})</span></LinkButton>
          </>
        )}
      />
      <StatusFilters t={t} view={filter} />
      <div className={s.loading}><Progress label={t('deploymentStatus.loading')} /></div>
      <HeroRow>
        <HeroFigure
          label={t('deploymentStatus.total')}
          value={format.number(totalLocations)}
          comparison={wasteStageId === 'all' ? t('deploymentStatus.totalAll') : t('deploymentStatus.totalOf', { stage: stageName(t, wasteStageId, stage?.wasteStageName) })}
        />
        <PeriodShares t={t} format={format} cards={cards} />
      </HeroRow>
      <CardList>{cards.map((card) => <PeriodCard key={card.name} {...{ t, format, card, narrowed }} />)}</CardList>
      <BaselineModals settings={settings} />
    </div>
  );
}
