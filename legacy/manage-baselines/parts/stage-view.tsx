import type { ReactNode } from 'react';
import { useAnswer, usePage } from '../../../client/legacy/page';
import p from '../../../client/legacy/page.module.css';
import { Facts, Head, Section, type OpenedFromList } from '../../../client/legacy/pieces';
import { Badge } from '../../../client/ui/badge';
import { Button } from '../../../client/ui/button';
import { DataTable } from '../../../client/ui/data-table';
import { EmptyState } from '../../../client/ui/empty-state';
import { Loaded } from '../../../client/ui/loaded';
import { stageName } from '../../../server/domain/places/stage-name.rules';
import type { BaselineStage, StoredBaseline } from '../../../server/features/baselines/manage-baselines.contract';
import { figureHref } from '../../../server/features/events/figure-address.rules';
import { useStageForms } from './stage-forms';
import { PeriodBadge, weeksInWords } from './stage-words';
import { WeekChoice } from './week-choice';

/** One location and stage (`path`, below `/rest/v1`): its active baseline, the weeks to choose from, and every baseline that there was. */
export function StageView({ path, arrived, onBack }: OpenedFromList & { path: string }) {
  const { t, sentenceOf } = usePage();
  const loading = useAnswer<BaselineStage>(path);
  const forms = useStageForms(path, loading.reload);
  return (
    <Loaded from={loading} sentenceOf={sentenceOf}>
      {({ stage, weeks, baselines }) => {
        const active = baselines.find((one) => one.state === 'ACTIVE');
        const stageSentence = {
          stage: stageName(t, stage.wasteStageId, stage.wasteStageName),
          auto: t(stage.autoBaselineEnabled ? 'legacy.baselines.autoIsOn' : 'legacy.baselines.autoIsOff'),
        };
        return (
          <>
            <Head
              title={`${stage.siteName}\u00a0· ${stage.locationName}`}
              sentence={t('legacy.baselines.stageSentence', stageSentence)}
              arrived={arrived}
              back={{ label: t('legacy.baselines.title'), onClick: onBack }}
              actions={
                <>
                  <Button onClick={() => forms.openAuto(stage)}>
                    {t(stage.autoBaselineEnabled ? 'legacy.baselines.switchOff' : 'legacy.baselines.switchOn')}
                  </Button>
                  <Button onClick={forms.openRebase}>{t('legacy.baselines.rebase')}</Button>
                </>
              }
            />
            <Section title={t('legacy.baselines.active')} actions={<PeriodBadge period={stage.period} />}>
              {active ? (
                <Figures baseline={active} />
              ) : (
                <EmptyState title={t('legacy.baselines.noneTitle')} sentence={t('legacy.baselines.noneSentence')} />
              )}
            </Section>
            {baselines
              .filter((one) => one.state === 'PROPOSED')
              .map((proposal) => (
                <Section
                  key={proposal.baselineId}
                  title={t('legacy.baselines.proposed')}
                  actions={
                    <>
                      <Button onClick={() => forms.openDecision(proposal, false)}>
                        {t('legacy.baselines.reject')}
                      </Button>
                      <Button tone="primary" onClick={() => forms.openDecision(proposal, true)}>
                        {t('legacy.baselines.accept')}
                      </Button>
                    </>
                  }
                >
                  <Figures baseline={proposal} />
                </Section>
              ))}
            <WeekChoice
              weeks={weeks}
              currencyCode={stage.currencyCode}
              inBaseline={active?.weeks ?? []}
              open={forms.openWeeks}
            />
            {baselines.length > 0 && <History baselines={baselines} />}
          </>
        );
      }}
    </Loaded>
  );
}

/** A baseline's figure leads to the events that it was made of; the page that shows them is of one's own organisation. */
function useEventsOf(): (baseline: StoredBaseline, figure: string) => ReactNode {
  const { organisationId, user } = usePage();
  return ({ baselineId }, figure) =>
    organisationId === user.organizationId ? (
      <a href={figureHref({ kind: 'total' }, { baselineId })} target="_top">
        {figure}
      </a>
    ) : (
      figure
    );
}

function Figures({ baseline }: { baseline: StoredBaseline }) {
  const page = usePage();
  const { t, format } = page;
  const opened = useEventsOf();
  const note = t('legacy.baselines.perOpenDay', { count: baseline.openDays });
  const weeks = weeksInWords(page, baseline.weeks[0] ?? '', baseline.weeks.at(-1) ?? '');
  return (
    <>
      <Facts
        large
        items={[
          { term: t('legacy.fields.netGrams'), value: opened(baseline, format.weight(baseline.gPerOpenDay)), note },
          {
            term: t('legacy.fields.cost'),
            value: opened(baseline, format.money(baseline.costPerOpenDay, baseline.currencyCode)),
            note,
          },
          {
            term: t('legacy.baselines.transactions'),
            value: opened(baseline, format.number(baseline.txnPerOpenDay, 1)),
            note,
          },
        ]}
      />
      <p>
        {t('legacy.baselines.madeOf', {
          weeks,
          method: t(`legacy.methods.${baseline.method}`),
          from: format.date(baseline.reductionFrom),
        })}
      </p>
      {baseline.reason !== '' && <p className={p.small}>{baseline.reason}</p>}
    </>
  );
}

function History({ baselines }: { baselines: StoredBaseline[] }) {
  const page = usePage();
  const { t, format } = page;
  const opened = useEventsOf();
  return (
    <Section title={t('legacy.baselines.history')}>
      <DataTable
        id="history"
        caption={t('legacy.baselines.history')}
        phone="blocks"
        columns={[
          { key: 'weeks', label: t('legacy.baselines.weeks'), primary: true },
          { key: 'state', label: t('legacy.fields.state') },
          { key: 'method', label: t('legacy.baselines.method') },
          { key: 'weight', label: t('legacy.baselines.weightPerDay'), unit: format.unit.abbr, numeric: true },
          { key: 'cost', label: t('legacy.baselines.costPerDay'), numeric: true },
          { key: 'made', label: t('legacy.fields.createdAt') },
          { key: 'by', label: t('legacy.fields.createdByName') },
          { key: 'reason', label: t('legacy.ui.reason') },
        ]}
        rows={baselines.map((one) => ({
          key: String(one.baselineId),
          state: one.state === 'RETIRED' || one.state === 'REJECTED' ? 'greyed' : undefined,
          cells: [
            weeksInWords(page, one.weeks[0] ?? '', one.weeks.at(-1) ?? ''),
            one.state === 'ACTIVE' ? (
              <Badge key="state" tone="less">
                {t('legacy.states.ACTIVE')}
              </Badge>
            ) : (
              <Badge key="state">{t(`legacy.states.${one.state}`)}</Badge>
            ),
            t(`legacy.methods.${one.method}`),
            opened(one, format.weight(one.gPerOpenDay, { unit: false })),
            opened(one, format.money(one.costPerOpenDay, one.currencyCode)),
            format.dateTime(one.createdAt),
            one.createdByName ?? t('legacy.baselines.bySystem'),
            one.reason || '–',
          ],
        }))}
      />
    </Section>
  );
}
