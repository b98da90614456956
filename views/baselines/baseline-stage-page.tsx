import { Badge, Stage } from '../../client/ui/badge';
import { Button, LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { Fold } from '../../client/ui/fold';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import { stageName } from '../../server/domain/places/stage-name.rules';
import type {
  BaselineDone,
  BaselineStanding,
  HistoryEntry,
} from '../../server/features/baselines/baseline-screen.contract';
import { longestOverlap, mayBeChosen, readinessCriteria } from '../../server/features/baselines/baseline-screen.rules';
import type { StoredBaseline } from '../../server/features/baselines/manage-baselines.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { DescriptionList } from '../layout/description-list';
import { Section } from '../layout/section';
import { OverlapTable, StateBadge, weeksText, type Writing } from './baseline-screen-words';
import s from './baseline-screen.module.css';
import { WeeksTable } from './baseline-weeks-table';

interface BaselineStagePageProps {
  t: Translate;
  settings: FormatSettings;
  standing: BaselineStanding;
  /** The address of the page. */
  action: string;
  back: string;
  decides: boolean;
  done: NonNullable<BaselineDone> | null;
  refused: { sentence: string } | null;
}

interface Parts extends Writing {
  standing: BaselineStanding;
  action: string;
  decides: boolean;
}

/** The baseline of a location and stage: the weeks that it could be made of, what it is, and how it came to be. */
export function BaselineStagePage(props: BaselineStagePageProps) {
  const { t, settings, standing, action, back, decides, done, refused } = props;
  const format = createFormat(settings);
  const { row, active, overlap } = standing;
  const parts = { t, format, standing, action, decides };
  return (
    <>
      <PageHeader
        title={row.locationName}
        badge={<StateBadge t={t} state={row.state} />}
        sentence={
          <span className={s.badges}>
            <Stage id={row.wasteStageId} name={stageName(t, row.wasteStageId, row.wasteStageName)} />
            {row.siteName !== row.locationName && <span>{row.siteName}</span>}
          </span>
        }
        back={{ label: t('baselineScreen.title'), href: back }}
      />
      {done && <Notice tone="success">{t(`baselineScreen.done.${done}`)}</Notice>}
      {refused && <Notice tone="error">{refused.sentence}</Notice>}
      <Proposals {...parts} />
      {active ? (
        <Section id="active" title={t('legacy.baselines.active')} sentence={t('baselineScreen.activeSentence')}>
          <Facts t={t} format={format} baseline={active} />
        </Section>
      ) : (
        <Section
          id="active"
          title={t('legacy.baselines.noneTitle')}
          sentence={t(row.autoBaselineEnabled ? 'legacy.baselines.noneSentence' : 'baselineScreen.noneByHand')}
        >
          {row.autoBaselineEnabled && row.state !== 'none' && (
            <p>
              {t('baselineScreen.inARow', {
                good: format.number(row.weeksInARow),
                needed: format.number(readinessCriteria.consecutiveWeeks),
              })}
            </p>
          )}
        </Section>
      )}
      {overlap && (
        <Section id="overlap" title={t('baselineScreen.overlap.title')} sentence={t('baselineScreen.overlap.sentence')}>
          <OverlapTable t={t} format={format} overlap={overlap} />
        </Section>
      )}
      <Weeks {...parts} />
      {decides && <Rebase {...parts} />}
      <Auto {...parts} />
      <History {...parts} />
    </>
  );
}

function Facts({ t, format, baseline }: Writing & { baseline: StoredBaseline }) {
  return (
    <DescriptionList
      items={[
        { term: t('legacy.baselines.weightPerDay'), value: format.weight(baseline.gPerOpenDay) },
        {
          term: t('legacy.baselines.costPerDay'),
          value: format.money(baseline.costPerOpenDay, baseline.currencyCode),
        },
        { term: t('baselineModals.detail.openDaysCount'), value: format.number(baseline.openDays) },
        { term: t('legacy.baselines.weeks'), value: weeksText(format, baseline.weeks) },
        { term: t('baselineModals.detail.comparedFrom'), value: format.date(baseline.reductionFrom) },
        { term: t('legacy.baselines.method'), value: t(`baselineScreen.methods.${baseline.method}`) },
        ...(baseline.reason === '' ? [] : [{ term: t('baselineModals.detail.reason'), value: baseline.reason }]),
      ]}
    />
  );
}

function Proposals({ t, format, standing: { proposed }, action, decides }: Parts) {
  return proposed.map((baseline) => (
    <Section
      key={baseline.baselineId}
      id={`proposal-${baseline.baselineId}`}
      title={t('legacy.baselines.proposed')}
      sentence={t('baselineScreen.proposedBy', {
        name: baseline.createdByName ?? t('baselineScreen.history.nobody'),
        time: format.dateTime(baseline.createdAt),
      })}
    >
      <Facts t={t} format={format} baseline={baseline} />
      {decides && (
        <div className={s.bar}>
          <LinkButton tone="primary" href={`${action}/accept?baselineId=${baseline.baselineId}`}>
            {t('baselineScreen.actions.accept')}
          </LinkButton>
          <LinkButton href={`${action}/reject?baselineId=${baseline.baselineId}`}>
            {t('baselineScreen.actions.reject')}
          </LinkButton>
        </div>
      )}
    </Section>
  ));
}

function Weeks({ t, format, standing: { row, weeks, active }, action, decides }: Parts) {
  if (weeks.length === 0)
    return <EmptyState title={t('legacy.baselines.noWeeksTitle')} sentence={t('baselineScreen.noWeeks')} />;
  const table = (
    <WeeksTable
      t={t}
      format={format}
      weeks={weeks}
      currency={row.currency}
      inBaseline={active?.weeks ?? []}
      chooses={decides}
    />
  );
  return (
    <Section id="weeks" title={t('legacy.baselines.weeksToChoose')} sentence={t('baselineScreen.weeksSentence')}>
      <CriteriaFold t={t} format={format} />
      {decides && weeks.some(mayBeChosen) ? (
        <form method="get" action={`${action}/propose`} className={s.weeks}>
          {table}
          <div className={s.bar}>
            <Button type="submit" tone="primary">
              {t('baselineScreen.actions.propose')}
            </Button>
            <Button type="submit" formAction={`${action}/manual`}>
              {t('baselineScreen.actions.manual')}
            </Button>
          </div>
        </form>
      ) : (
        table
      )}
    </Section>
  );
}

function CriteriaFold({ t, format }: Writing) {
  const { minTransactions, maxIncrease, maxDecrease, consecutiveWeeks, weeksSinceFirst } = readinessCriteria;
  const atLeast = (value: number) => t('baselineModals.readiness.atLeast', { value: format.number(value) });
  const below = (value: number) => t('baselineModals.readiness.below', { value: format.percent(value) });
  return (
    <Fold quiet title={t('legacy.baselines.criteria')}>
      <DescriptionList
        items={[
          { term: t('baselineModals.readiness.minTransactions'), value: atLeast(minTransactions) },
          { term: t('baselineModals.readiness.maxIncrease'), value: below(maxIncrease) },
          { term: t('baselineModals.readiness.maxDecrease'), value: below(maxDecrease) },
          { term: t('baselineModals.readiness.consecutiveWeeks'), value: format.number(consecutiveWeeks) },
          { term: t('baselineModals.readiness.weeksSinceFirst'), value: atLeast(weeksSinceFirst) },
        ]}
      />
    </Fold>
  );
}

function Rebase({ t, format, standing: { weeks }, action }: Parts) {
  const from = weeks.filter(mayBeChosen);
  if (from.length === 0) return null;
  return (
    <Section id="rebase" title={t('legacy.baselines.rebase')} sentence={t('baselineScreen.rebaseSentence')}>
      <form method="get" action={`${action}/rebase`} className={s.form}>
        <FormField
          kind="select"
          name="fromWeek"
          label={t('legacy.baselines.fromWeek')}
          options={from.map(({ weekStart }) => ({ value: weekStart, label: format.week(weekStart) }))}
        />
        <FormField
          kind="number"
          name="overlapWeeks"
          label={t('baselineScreen.overlapWeeks')}
          hint={t('baselineScreen.overlapHint')}
          min={0}
          max={longestOverlap}
          defaultValue={readinessCriteria.consecutiveWeeks}
        />
        <div className={s.bar}>
          <Button type="submit">{t('baselineScreen.actions.rebase')}</Button>
        </div>
      </form>
    </Section>
  );
}

function Auto({ t, standing: { row }, action, decides }: Parts) {
  const on = row.autoBaselineEnabled;
  return (
    <Section
      id="auto"
      title={t(on ? 'legacy.baselines.autoIsOn' : 'legacy.baselines.autoIsOff')}
      sentence={t(on ? 'baselineScreen.autoOnSentence' : 'baselineScreen.autoOffSentence', {
        location: row.locationName,
      })}
    >
      {decides && (
        <div className={s.bar}>
          <LinkButton href={`${action}/auto?enabled=${on ? 'off' : 'on'}`}>
            {t(on ? 'legacy.baselines.switchOff' : 'legacy.baselines.switchOn')}
          </LinkButton>
        </div>
      )}
    </Section>
  );
}

function History({ t, format, standing: { history } }: Parts) {
  if (history.length === 0) return null;
  return (
    <Section id="history" title={t('baselineScreen.history.title')}>
      <ol className={s.entries}>
        {history.map((entry) => (
          <Entry key={entry.key} t={t} format={format} entry={entry} />
        ))}
      </ol>
    </Section>
  );
}

function Entry({ t, format, entry: { at, by, kind, reason, before, after } }: Writing & { entry: HistoryEntry }) {
  const text = (one: NonNullable<HistoryEntry['after']>) =>
    t('baselineScreen.history.figures', {
      weight: format.weight(one.gPerOpenDay),
      weeks: weeksText(format, one.weeks),
    });
  return (
    <li className={s.entry}>
      <p className={s.entryHead}>
        <strong>{t(`baselineScreen.history.${kind}`)}</strong>
        {kind === 'propose' && <Badge>{t('baselineScreen.history.noEffect')}</Badge>}
      </p>
      <p className={s.under}>
        {format.dateTime(at)} · {by ?? t('baselineScreen.history.nobody')}
      </p>
      {reason !== '' && <p className={s.text}>{reason}</p>}
      {(before !== null || after !== null) && (
        <Fold quiet title={t('baselineScreen.history.change')}>
          <dl className={s.difference}>
            <dt>{t('baselineScreen.before')}</dt>
            <dd>{before ? text(before) : t('legacy.baselines.none')}</dd>
            <dt>{t('baselineScreen.after')}</dt>
            <dd>{after ? text(after) : t('legacy.baselines.none')}</dd>
          </dl>
        </Fold>
      )}
    </li>
  );
}
