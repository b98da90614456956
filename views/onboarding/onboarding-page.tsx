import type { ReactNode } from 'react';
import { Badge } from '../../client/ui/badge';
import { LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { createFormat, type Format, type FormatSettings } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { Missing } from '../../client/ui/missing';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { FunnelStep, OnboardingDone, OnboardingRow } from '../../server/features/onboarding/onboarding.contract';
import type { SiteState } from '../../server/features/onboarding/onboarding.rules';
import type { OnboardingColumn } from '../../server/features/onboarding/onboarding.table';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FilterBarView } from '../../server/platform/table/report-filters.contract';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { Meter } from '../layout/meter';
import { ReportFilters } from '../layout/report-filters';
import { Section } from '../layout/section';
import s from './onboarding.module.css';

interface OnboardingPageProps {
  t: Translate;
  settings: FormatSettings;
  base: string;
  csvHref: string;
  /** Sites of the list without its filters. */
  started: number;
  funnel: FunnelStep[];
  done: NonNullable<OnboardingDone> | null;
  filters: FilterBarView;
  table: TableView<OnboardingColumn, OnboardingRow>;
}

const tones = { blocked: 'more', overdue: 'attention', complete: 'less', onTime: undefined } as const;

export function SiteStateBadge({ t, state }: { t: Translate; state: SiteState }) {
  const tone = tones[state];
  return <Badge {...(tone ? { tone } : {})}>{t(`onboarding.states.${state}`)}</Badge>;
}

/** How far each new site has come. */
export function OnboardingPage({
  t,
  settings,
  base,
  csvHref,
  started,
  funnel,
  done,
  filters,
  table,
}: OnboardingPageProps) {
  const format = createFormat(settings);
  const start = (
    <LinkButton tone="primary" icon="plus" href={`${base}/new`}>
      {t('onboarding.start')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title={t('onboarding.title')}
        sentence={t('onboarding.sentence')}
        actions={
          <>
            {started > 0 && (
              <LinkButton icon="download" href={csvHref} download>
                {t('global.downloadCsv')}
              </LinkButton>
            )}
            <LinkButton href={`${base}/templates`}>{t('onboarding.templates')}</LinkButton>
            {started > 0 && start}
          </>
        }
      />
      {done && <Notice tone="success">{t(`onboarding.done.${done}`)}</Notice>}
      {started === 0 ? (
        <EmptyState title={t('onboarding.none')} sentence={t('onboarding.noneSentence')} actions={start} />
      ) : (
        <>
          <Section id="funnel" title={t('onboarding.funnel')} sentence={t('onboarding.funnelSentence')}>
            <ol className={s.funnel}>
              {funnel.map(({ step, here, passed }) => (
                <li key={step}>
                  <a href={`${base}?step=${step}`}>{t(`onboarding.steps.${step}`)}</a>
                  <Meter fraction={passed / started} />
                  <span className={s.figure}>
                    {t('onboarding.passed', {
                      passed: format.number(passed),
                      all: format.number(started),
                      here: format.number(here),
                    })}
                  </span>
                </li>
              ))}
            </ol>
          </Section>
          <ReportFilters id="onboarding-filters" format={format} bar={filters} />
          {table.pager.total === 0 ? (
            <EmptyState title={t('onboarding.noneFound')} sentence={t('onboarding.noneFits')} />
          ) : (
            <ListTable
              id="onboarding"
              caption={t('onboarding.title')}
              format={format}
              table={table}
              cells={cellsOf({ t, format, base })}
              rowOf={({ siteId, siteName }) => ({ key: String(siteId), name: siteName })}
            />
          )}
        </>
      )}
    </>
  );
}

function cellsOf({
  t,
  format,
  base,
}: {
  t: Translate;
  format: Format;
  base: string;
}): Record<OnboardingColumn, (row: OnboardingRow) => ReactNode> {
  const complete = <Missing reason={t('onboarding.states.complete')} align="start" />;
  return {
    site: ({ siteId, siteName, steps }) => (
      <>
        <a href={`${base}/sites/${siteId}`}>{siteName}</a>
        {steps
          .filter(({ state }) => state === 'blocked')
          .map(({ step, blocker }) => (
            <span key={step} className={s.under}>
              {t('onboarding.blockedAt', { step: t(`onboarding.steps.${step}`), blocker: blocker ?? '' })}
            </span>
          ))}
      </>
    ),
    state: ({ state }) => <SiteStateBadge t={t} state={state} />,
    progress: ({ doneCount, steps }) => (
      <span className={s.progress}>
        {t('onboarding.of', { done: format.number(doneCount), all: format.number(steps.length) })}
      </span>
    ),
    current: ({ current }) => (current === null ? complete : t(`onboarding.steps.${current.step}`)),
    days: ({ current, daysInStep }) =>
      current === null ? <Missing reason={t('onboarding.states.complete')} /> : format.number(daysInStep),
    due: ({ current }) => (current === null ? complete : format.date(current.dueOn)),
    owner: ({ current }) =>
      current === null ? complete : (current.ownerName ?? <Missing reason={t('onboarding.nobody')} align="start" />),
    started: ({ startedOn }) => format.date(startedOn),
  };
}
