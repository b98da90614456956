import { Button, LinkButton } from '../../client/ui/button';
import { Fold } from '../../client/ui/fold';
import { FormField } from '../../client/ui/form-field';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import { stageName } from '../../server/domain/places/stage-name.rules';
import { leaderboardLimits, metrics, rankedBy } from '../../server/features/leaderboard/leaderboard-terms.rules';
import type { Contest } from '../../server/features/leaderboard/leaderboard.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import s from './contest-form-page.module.css';

/** Why a form was refused. */
interface ContestFailure {
  sentence: string;
  fields: { field: string; sentence: string }[];
}

const fields = [
  'name',
  'metric',
  'by',
  'wasteStageId',
  'startDate',
  'endDate',
  'countryCode',
  'regionName',
  'segmentName',
] as const;
export type ContestTyped = Record<(typeof fields)[number] | 'version', string>;

interface ContestFormPageProps {
  t: Translate;
  title: string;
  /** null: a new one. */
  contest: Contest | null;
  typed: ContestTyped;
  stages: { wasteStageId: number; wasteStageName: string }[];
  groups: {
    countries: { countryCode: string; countryName: string }[];
    regions: { regionName: string }[];
    segments: { segmentName: string }[];
  };
  refused: ContestFailure | null;
}

/** What is ranked, over which weeks, and whom it is for. */
export function ContestFormPage({ t, title, contest, typed, stages, groups, refused }: ContestFormPageProps) {
  const action = contest ? `/leaderboard/contests/${contest.contestId}` : '/leaderboard/contests';
  const back = contest
    ? { label: contest.name, href: `/leaderboard?contestId=${contest.contestId}` }
    : { label: t('leaderboard.title'), href: '/leaderboard' };
  const problem = (name: (typeof fields)[number]) => refused?.fields.find(({ field }) => field === name)?.sentence;
  const elsewhere = refused?.fields.filter(({ field }) => !(fields as readonly string[]).includes(field)) ?? [];
  const select = (name: (typeof fields)[number], label: string, options: { value: string; label: string }[]) => (
    <FormField
      kind="select"
      name={name}
      label={label}
      defaultValue={typed[name]}
      error={problem(name)}
      options={offered(options, typed[name])}
    />
  );
  const everyone = { value: '', label: t('global.all') };
  return (
    <>
      <PageHeader title={title} sentence={t('leaderboard.contest.formSentence')} back={back} />
      {refused && (
        <Notice tone="error" title={refused.sentence}>
          {elsewhere.map(({ field, sentence }) => (
            <p key={field}>{sentence}</p>
          ))}
        </Notice>
      )}
      <PostForm action={contest ? `${action}/edit` : action} className={s.form} aria-label={title}>
        {contest && <input type="hidden" name="version" value={typed.version} />}
        <FormField
          name="name"
          label={t('leaderboard.contest.name')}
          required
          maxLength={leaderboardLimits.name}
          defaultValue={typed.name}
          error={problem('name')}
        />
        <div className={s.pair}>
          {select(
            'metric',
            t('leaderboard.filters.metric'),
            metrics.map((value) => ({ value, label: t(`leaderboard.metrics.${value}`) })),
          )}
          {select(
            'by',
            t('leaderboard.contest.by'),
            rankedBy.map((value) => ({ value, label: t(`performance.view.${value}`) })),
          )}
          <FormField
            kind="date"
            name="startDate"
            label={t('goals.form.start')}
            hint={t('goals.form.startHint')}
            required
            defaultValue={typed.startDate}
            error={problem('startDate')}
          />
          <FormField
            kind="date"
            name="endDate"
            label={t('goals.form.end')}
            hint={t('goals.form.endHint')}
            required
            defaultValue={typed.endDate}
            error={problem('endDate')}
          />
          {select(
            'wasteStageId',
            t('performance.filters.stage'),
            stages.map(({ wasteStageId, wasteStageName }) => ({
              value: String(wasteStageId),
              label: stageName(t, wasteStageId, wasteStageName),
            })),
          )}
          {select('countryCode', t('performance.filters.country'), [
            everyone,
            ...groups.countries.map(({ countryCode, countryName }) => ({ value: countryCode, label: countryName })),
          ])}
          {select('regionName', t('performance.filters.region'), [
            everyone,
            ...groups.regions.map(({ regionName }) => ({ value: regionName, label: regionName })),
          ])}
          {select('segmentName', t('performance.filters.segment'), [
            everyone,
            ...groups.segments.map(({ segmentName }) => ({ value: segmentName, label: segmentName })),
          ])}
        </div>
        <div className={s.bar}>
          <Button type="submit" tone="primary">
            {t(contest ? 'leaderboard.contest.save' : 'leaderboard.contest.create')}
          </Button>
          <LinkButton href={back.href}>{t('legacy.ui.cancel')}</LinkButton>
        </div>
      </PostForm>
      {contest && (
        <Fold quiet title={t('leaderboard.contest.delete')} className={s.delete}>
          <p>{t('leaderboard.contest.deleteSentence')}</p>
          <PostForm action={`${action}/delete`}>
            <Button type="submit" tone="danger">
              {t('leaderboard.contest.delete')}
            </Button>
          </PostForm>
        </Fold>
      )}
    </>
  );
}

/** What is stored stays chosen, though nobody offers it any more. */
const offered = (options: { value: string; label: string }[], value: string) =>
  options.some((one) => one.value === value) ? options : [...options, { value, label: value }];
