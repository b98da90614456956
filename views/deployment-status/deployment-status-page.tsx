import { Badge } from '../../client/ui/badge';
import { LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { PageHeader } from '../../client/ui/page-header';
import { Progress } from '../../client/ui/progress';
import { stageName } from '../../server/domain/places/stage-name.rules';
import type { UnconfirmedIds } from '../../server/features/calendar/confirm-days.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FilterBarView } from '../../server/platform/table/report-filters.contract';
import { BaselineModals } from '../baselines/baseline-modals';
import { HeroFigure, HeroRow } from '../layout/hero-figure';
import { ReportFilters } from '../layout/report-filters';
import { CardList } from '../layout/section';
import s from './deployment-status-page.module.css';
import { PeriodCard, type StatusCardView } from './period-card';
import { PeriodShares } from './period-shares';

export type { StatusCardView } from './period-card';

interface DeploymentStatusPageProps {
  t: Translate;
  settings: FormatSettings;
  /** Whether the viewer may edit baselines, and add sites. */
  mayManage: boolean;
  mayAdd: boolean;
  simulated: boolean;
  totalLocations: number;
  /** Activation, baseline, reduction. */
  cards: StatusCardView[];
  filters: FilterBarView;
  stage: 'all' | { id: number; name: string | undefined };
  /** Whether other filters might show more. */
  narrowed: boolean;
  /** Among all locations of the viewer. */
  unconfirmed: UnconfirmedIds;
  csvHref: string;
  helpHref: string;
}

export function DeploymentStatusPage({
  t,
  settings,
  mayManage,
  mayAdd,
  simulated,
  totalLocations,
  cards,
  filters,
  stage,
  narrowed,
  unconfirmed,
  csvHref,
  helpHref,
}: DeploymentStatusPageProps) {
  const format = createFormat(settings);
  return (
    <div className={s.page}>
      <PageHeader
        title={t('deploymentStatus.title')}
        sentence={t('deploymentStatus.lead')}
        badge={simulated && <Badge tone="attention">{t('global.simulated')}</Badge>}
        actions={
          <>
            <LinkButton icon="download" href={csvHref} download="LocationStatus.csv">
              {t('deploymentStatus.downloadCsv')}
            </LinkButton>
            <LinkButton icon="help" tone="quiet" href={helpHref} target="_blank" rel="noreferrer">
              {t('deploymentStatus.help')}
              <span className="visually-hidden"> ({t('deploymentStatus.helpNewSite')})</span>
            </LinkButton>
          </>
        }
      />
      <ReportFilters id="status-filters" format={format} bar={filters} />
      <div className={s.loading}>
        <Progress label={t('deploymentStatus.loading')} />
      </div>
      <HeroRow>
        <HeroFigure
          label={t('deploymentStatus.total')}
          value={format.number(totalLocations)}
          comparison={
            stage === 'all'
              ? t('deploymentStatus.totalAll')
              : t('deploymentStatus.totalOf', { stage: stageName(t, stage.id, stage.name) })
          }
        />
        <PeriodShares t={t} format={format} cards={cards} />
      </HeroRow>
      {totalLocations === 0 && !narrowed && (
        <EmptyState
          title={t('calendar.none.title')}
          sentence={t('home.noLocations')}
          actions={
            mayAdd ? (
              <LinkButton tone="primary" href="/sites">
                {t('home.steps.ways.site')}
              </LinkButton>
            ) : (
              <LinkButton href="/home">{t('home.steps.see')}</LinkButton>
            )
          }
        />
      )}
      <CardList>
        {cards.map((card) => (
          <PeriodCard key={card.name} {...{ t, format, card, narrowed, unconfirmed }} />
        ))}
      </CardList>
      <BaselineModals settings={settings} mayManage={mayManage} unconfirmed={unconfirmed} />
    </div>
  );
}
