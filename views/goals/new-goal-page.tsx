import { Button, LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { Figure } from '../../client/ui/figure';
import { Fold } from '../../client/ui/fold';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type Format, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import { referenceFields, type ReferenceField } from '../../server/domain/events/reference-fields.rules';
import { stageName } from '../../server/domain/places/stage-name.rules';
import { goalLimits, notNamed } from '../../server/features/goals/goal-limits.rules';
import type { GoalMetric, GoalValues, NewGoalQuery, Subject } from '../../server/features/goals/goals.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { baselineDetailHref, baselineReadinessHref } from '../baselines/baseline-links';
import { PostForm } from '../layout/form';
import type { FormFailure } from '../layout/form-failure';
import { locationGroups } from '../layout/location-groups';
import { dateAfter } from '../performance/dates';
import { GoalFields, NotSaved } from './goal-form';
import s from './goal-form.module.css';
import { filtersOf, goalAmounts } from './goal-words';

interface ChoosePlace {
  kind: 'place';
  sites: { siteId: number; siteName: string; locations: { locationId: number; locationName: string }[] }[];
  stages: { wasteStageId: number; wasteStageName: string }[];
  query: NewGoalQuery;
  stageId: number;
}

interface NoBaseline {
  kind: 'noBaseline';
  subject: Subject;
  linked: boolean;
}

interface Terms {
  kind: 'terms';
  subject: Subject;
  values: GoalValues;
  metric: GoalMetric;
  /** What the goal is of, in words. */
  words: string;
  /** Of the values that it is narrowed to. */
  names: Record<number, string>;
  /** What was recorded at the location since its baseline, the heaviest first. */
  choices: { field: ReferenceField; options: { refId: number | null; name: string | null }[] }[];
  owners: { userId: number; fullName: string }[];
  ownerId: number;
  start: string;
  end: string;
  refused: FormFailure | null;
  linked: boolean;
}

interface NewGoalPageProps {
  t: Translate;
  settings: FormatSettings;
  step: ChoosePlace | NoBaseline | Terms;
}

/** Sets a goal: where, of what, and how much less. */
export function NewGoalPage({ t, settings, step }: NewGoalPageProps) {
  const format = createFormat(settings);
  return (
    <>
      <PageHeader
        title={t('goals.new.title')}
        sentence={t('goals.new.sentence')}
        back={{ label: t('goals.title'), href: '/goals' }}
      />
      {step.kind === 'place' && <Place t={t} step={step} />}
      {step.kind === 'noBaseline' && <WithoutBaseline t={t} step={step} />}
      {step.kind === 'terms' && <TermsForm {...{ t, format, step }} />}
    </>
  );
}

function Place({ t, step: { sites, stages, query, stageId } }: { t: Translate; step: ChoosePlace }) {
  const places = sites.filter(({ locations }) => locations.length > 0);
  if (places.length === 0) return <EmptyState title={t('calendar.none.title')} sentence={t('home.noLocations')} />;
  return (
    <form method="get" action="/goals/new" className={s.form}>
      <FormField
        kind="select"
        name="locationId"
        label={t('legacy.fields.locationName')}
        defaultValue={String(query.locationId ?? '')}
        options={locationGroups(places)}
      />
      <FormField
        kind="select"
        name="wasteStageId"
        label={t('legacy.fields.wasteStageId')}
        defaultValue={String(stageId)}
        options={stages.map(({ wasteStageId, wasteStageName }) => ({
          value: String(wasteStageId),
          label: stageName(t, wasteStageId, wasteStageName),
        }))}
      />
      {referenceFields.map(
        ([field]) =>
          query[field] !== undefined && <input key={field} type="hidden" name={field} value={query[field]} />,
      )}
      {query.metric !== undefined && <input type="hidden" name="metric" value={query.metric} />}
      <div className={s.bar}>
        <Button type="submit" tone="primary">
          {t('goals.new.continue')}
        </Button>
      </div>
    </form>
  );
}

const placeText = (t: Translate, { locationName, siteName, stageId }: Subject) =>
  `${locationName}, ${siteName} · ${stageName(t, stageId)}`;

const chooseHref = ({ locationId, stageId }: Subject) =>
  `/goals/new?locationId=${locationId}&wasteStageId=${stageId}&choose=1`;

function WithoutBaseline({ t, step: { subject, linked } }: { t: Translate; step: NoBaseline }) {
  const { locationId, stageId } = subject;
  return (
    <EmptyState
      title={t('goals.new.noBaselineTitle')}
      sentence={t('goals.new.noBaseline', { place: placeText(t, subject) })}
      actions={
        <>
          {linked && (
            <LinkButton tone="primary" href={baselineReadinessHref({ locationId, wasteStageId: stageId })}>
              {t('goals.new.readiness')}
            </LinkButton>
          )}
          <LinkButton href={chooseHref(subject)}>{t('goals.new.otherPlace')}</LinkButton>
        </>
      }
    />
  );
}

function TermsForm({ t, format, step }: { t: Translate; format: Format; step: Terms }) {
  const { subject, values, metric, words, owners, ownerId, start, end, refused } = step;
  const { locationId, stageId, currency } = subject;
  const base = (metric === 'weight' ? subject.baseline?.grams : subject.baseline?.cost) ?? 0;
  return (
    <>
      <p className={s.facts}>
        <strong>{placeText(t, subject)}</strong> <a href={chooseHref(subject)}>{t('goals.new.changePlace')}</a>
      </p>
      <Narrowing {...{ t, step }} open={base <= 0 || Object.keys(values).length === 0} />
      {base > 0 ? (
        <>
          <BaselineFacts {...{ t, format, step, base }} />
          <NotSaved refused={refused} />
          <PostForm action="/goals" className={s.form} aria-label={t('goals.new.title')}>
            <input type="hidden" name="locationId" value={locationId} />
            <input type="hidden" name="wasteStageId" value={stageId} />
            {Object.entries(values).map(([field, value]) => (
              <input key={field} type="hidden" name={field} value={value} />
            ))}
            <GoalFields
              {...{ t, metric, owners, refused }}
              unit={metric === 'weight' ? format.unit.abbr : currency}
              usual={{
                title: t('goals.new.usualTitle', { subject: words }).slice(0, goalLimits.title),
                plan: '',
                targetKind: 'percent',
                percent: '20',
                amount: '',
                startDate: start,
                endDate: end,
                ownerId: String(ownerId),
              }}
            />
            <div className={s.bar}>
              <Button type="submit" tone="primary">
                {t('goals.new.save')}
              </Button>
              <LinkButton href="/goals">{t('legacy.ui.cancel')}</LinkButton>
            </div>
          </PostForm>
        </>
      ) : (
        <Notice tone="warning" title={t('goals.error.nothingInBaseline')}>
          <p>{t('goals.new.widen')}</p>
        </Notice>
      )}
    </>
  );
}

/** What of the location's waste the goal is of; the figures below follow. */
function Narrowing({ t, step, open }: { t: Translate; step: Terms; open: boolean }) {
  const { subject, values, metric, choices, names } = step;
  return (
    <Fold quiet title={t('goals.new.subject', { subject: step.words })} open={open}>
      <form method="get" action="/goals/new" className={s.subject}>
        <input type="hidden" name="locationId" value={subject.locationId} />
        <input type="hidden" name="wasteStageId" value={subject.stageId} />
        <div className={s.narrow}>
          {choices.map(({ field, options }) => {
            const chosen = values[field];
            const known = options.some(({ refId }) => (refId ?? notNamed) === chosen);
            return (
              <FormField
                key={field}
                kind="select"
                name={field}
                label={t(`legacy.fields.${field}`)}
                defaultValue={String(chosen ?? '')}
                options={[
                  { value: '', label: t('global.all') },
                  ...(chosen === undefined || known
                    ? []
                    : [
                        {
                          value: String(chosen),
                          label: chosen === notNamed ? t('legacy.events.notSaid') : (names[chosen] ?? String(chosen)),
                        },
                      ]),
                  ...options.map(({ refId, name }) => ({
                    value: String(refId ?? notNamed),
                    label: refId === null ? t('legacy.events.notSaid') : (name ?? String(refId)),
                  })),
                ]}
              />
            );
          })}
          <FormField
            kind="select"
            name="metric"
            label={t('goals.metric')}
            defaultValue={metric}
            options={(['weight', 'cost'] as const).map((one) => ({ value: one, label: t(`goals.metrics.${one}`) }))}
          />
        </div>
        <Button type="submit">{t('goals.new.show')}</Button>
      </form>
    </Fold>
  );
}

/** What the baseline's weeks came to, which is what the target is a part of. */
function BaselineFacts({ t, format, step, base }: { t: Translate; format: Format; step: Terms; base: number }) {
  const { subject, values, metric, linked } = step;
  const { baseline, locationId, stageId, currency } = subject;
  const [first, last] = [baseline?.weeks[0], baseline?.weeks.at(-1)];
  if (!baseline || first === undefined || last === undefined) return null;
  const amount = t('goals.perOpenDay', { amount: goalAmounts(format, { metric, currency }).precise(base) });
  const range = format.range(first, dateAfter(last, 6));
  const filters = filtersOf({ locationId, stageId, metric, currency }, values);
  // Days between chosen weeks are no part of it, and a link of days cannot leave them out.
  const inOneRun = dateAfter(first, (baseline.weeks.length - 1) * 7) === last;
  return (
    <p className={s.facts}>
      {t('goals.new.baseline')}{' '}
      <strong>
        {linked && inOneRun ? (
          <Figure of={{ kind: 'total' }} filters={{ ...filters, startDate: first, endDate: dateAfter(last, 6) }}>
            {amount}
          </Figure>
        ) : (
          amount
        )}
      </strong>{' '}
      {linked ? <a href={baselineDetailHref({ locationId, wasteStageId: stageId })}>({range})</a> : `(${range})`}
    </p>
  );
}
