import type { ReactNode } from 'react';
import { Button, LinkButton } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import { stageName } from '../../server/domain/places/stage-name.rules';
import type {
  BaselineEffect,
  ChangeKind,
  PlaceEffect,
  PlaceStanding,
  StandingRow,
} from '../../server/features/baselines/baseline-screen.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { Section } from '../layout/section';
import { ChangeText, OverlapTable, weeksText, type Writing } from './baseline-screen-words';
import s from './baseline-screen.module.css';

interface BaselineChangePageProps {
  t: Translate;
  settings: FormatSettings;
  title: string;
  kind: ChangeKind;
  row: StandingRow;
  effect: BaselineEffect;
  action: string;
  back: string;
  /** What was chosen, as the form sends it on. */
  fields: Record<string, string>;
  /** Goals are linked where they are the reader's own organization's. */
  own: boolean;
  refused: {
    sentence: string;
    fields: { field: string; sentence: string }[];
    typed: Record<string, string>;
  } | null;
}

/** What a decision about a baseline would change, and the form that makes it. */
export function BaselineChangePage(props: BaselineChangePageProps) {
  const { t, settings, title, kind, row, effect, action, back, fields, own, refused } = props;
  const format = createFormat(settings);
  return (
    <>
      <PageHeader
        title={title}
        sentence={`${row.locationName}, ${stageName(t, row.wasteStageId, row.wasteStageName)}`}
        back={{ label: row.locationName, href: back }}
      />
      {refused && <Notice tone="error">{refused.sentence}</Notice>}
      <Section
        id="effect"
        title={t('baselineScreen.effect.title')}
        sentence={t(kind === 'propose' ? 'baselineScreen.effect.ifAccepted' : 'baselineScreen.effect.sentence', {
          weeks: format.range(effect.start, effect.end),
        })}
      >
        {effect.places.length === 0 ? (
          <p>{t('legacy.baselines.rejectSentence')}</p>
        ) : (
          effect.places.map((place) => (
            <Effect key={`${place.place}-${place.stageId}`} t={t} format={format} effect={place} />
          ))
        )}
      </Section>
      {effect.overlap && (
        <Section id="overlap" title={t('baselineScreen.overlap.title')} sentence={t('baselineScreen.overlap.sentence')}>
          <OverlapTable t={t} format={format} overlap={effect.overlap} />
        </Section>
      )}
      <Kept t={t} format={format} effect={effect} own={own} />
      <PostForm action={action} className={s.form} aria-label={title}>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="seen" value={effect.version} />
        <FormField
          kind="textarea"
          name="reason"
          label={t('baselineModals.detail.reason')}
          hint={t('baselineScreen.reasonHint')}
          required
          maxLength={500}
          defaultValue={refused?.typed.reason}
          error={refused?.fields.find(({ field }) => field === 'reason')?.sentence}
        />
        <div className={s.bar}>
          <Button type="submit" tone={kind === 'reject' ? 'danger' : 'primary'}>
            {confirmText(t, kind, fields)}
          </Button>
          <LinkButton href={back}>{t('baselineScreen.cancel')}</LinkButton>
        </div>
      </PostForm>
    </>
  );
}

function confirmText(t: Translate, kind: ChangeKind, { enabled }: Record<string, string>): string {
  if (kind === 'auto') return t(enabled === 'on' ? 'legacy.baselines.switchOn' : 'legacy.baselines.switchOff');
  return t(`baselineScreen.actions.${kind}`);
}

function Effect({ t, format, effect }: Writing & { effect: PlaceEffect }) {
  const { place, name, stageId, stageName: named, currency, before, after } = effect;
  const unknown = <span className={s.muted}>{t('baselineScreen.notCompared')}</span>;
  const apart = (grams: number | null) => (grams === null ? unknown : format.weight(grams, { sign: true }));
  const money = (amount: number | null, sign: boolean) =>
    amount === null ? unknown : format.money(amount, currency, { sign });
  const none = <span className={s.muted}>{t('legacy.baselines.none')}</span>;
  const rows: [label: string, cell: (standing: PlaceStanding) => ReactNode][] = [
    ...(place === 'location'
      ? ([
          [
            t('baselineScreen.effect.baseline'),
            ({ gPerOpenDay }) => (gPerOpenDay === null ? none : format.weight(gPerOpenDay)),
          ],
          [
            t('baselineScreen.effect.baselineCost'),
            ({ costPerOpenDay }) => (costPerOpenDay === null ? none : money(costPerOpenDay, false)),
          ],
          [
            t('baselineModals.detail.comparedFrom'),
            ({ comparedFrom }) => (comparedFrom === null ? none : format.date(comparedFrom)),
          ],
        ] satisfies [string, (standing: PlaceStanding) => ReactNode][])
      : []),
    [
      t('baselineModals.detail.weightVsBaseline'),
      ({ weightChange }) => <ChangeText t={t} format={format} fraction={weightChange} />,
    ],
    [t('baselineScreen.effect.weightApart'), ({ g }) => apart(g)],
    [
      t('baselineModals.detail.valueVsBaseline'),
      ({ valueChange }) => <ChangeText t={t} format={format} fraction={valueChange} />,
    ],
    [t('baselineScreen.effect.valueApart'), ({ cost }) => money(cost, true)],
  ];
  const caption = `${name}, ${stageName(t, stageId, named)}`;
  return (
    <div className={s.scroll} tabIndex={0} role="region" aria-label={caption}>
      <table className={s.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col" className={s.number}>
              {t('baselineScreen.before')}
            </th>
            <th scope="col" className={s.number}>
              {t('baselineScreen.after')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, cell]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td className={s.number}>{cell(before)}</td>
              <td className={s.number}>{cell(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What keeps the baseline that it has. */
function Kept({ t, format, effect, own }: Writing & { effect: BaselineEffect; own: boolean }) {
  const { goals, goalCount, enterpriseGoals, frozenReports } = effect;
  const item = ({ title, weeks }: { title: string; weeks: string[] }, href: string) => (
    <li key={href}>
      {own ? <a href={href}>{title}</a> : title}
      <span className={s.under}>{weeksText(format, weeks)}</span>
    </li>
  );
  return (
    <Section id="kept" title={t('baselineScreen.kept.title')} sentence={t('baselineScreen.kept.sentence')}>
      <h3 className={s.heading}>
        {t('baselineScreen.kept.goals', { count: goalCount, number: format.number(goalCount) })}
      </h3>
      {goals.length > 0 && <ul className={s.list}>{goals.map((goal) => item(goal, `/goals/${goal.goalId}`))}</ul>}
      {goalCount > goals.length && <p className={s.muted}>{t('baselineScreen.kept.more')}</p>}
      <h3 className={s.heading}>
        {t('baselineScreen.kept.enterpriseGoals', {
          count: enterpriseGoals.length,
          number: format.number(enterpriseGoals.length),
        })}
      </h3>
      {enterpriseGoals.length > 0 && (
        <ul className={s.list}>{enterpriseGoals.map((goal) => item(goal, `/enterprise-goals/${goal.goalId}`))}</ul>
      )}
      <h3 className={s.heading}>
        {t('baselineScreen.kept.reports', { count: frozenReports, number: format.number(frozenReports) })}
      </h3>
    </Section>
  );
}
