import { Button, LinkButton } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { PageHeader } from '../../client/ui/page-header';
import { stageName } from '../../server/domain/places/stage-name.rules';
import type { EnterpriseGoal } from '../../server/features/enterprise-goals/enterprise-goals.contract';
import { cascades, enterpriseLimits, metrics } from '../../server/features/enterprise-goals/enterprise-limits.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { NotSaved } from '../goals/goal-form';
import s from '../goals/goal-form.module.css';
import { PostForm } from '../layout/form';
import { problemIn, type FormFailure } from '../layout/form-failure';
import { dateAfter } from '../performance/dates';
import sites from './sites-choice.module.css';

interface EditEnterpriseGoalPageProps {
  t: Translate;
  title: string;
  /** null for a new one. */
  goal: EnterpriseGoal | null;
  sites: { siteId: number; siteName: string }[];
  chosen: number[];
  stages: { wasteStageId: number; wasteStageName: string }[];
  /** Of the organization. */
  currency: string;
  start: string;
  end: string;
  refused: FormFailure | null;
}

const usualStage = 8;

/** Sets a goal of the organization, or changes its terms and sites. */
export function EditEnterpriseGoalPage(props: EditEnterpriseGoalPageProps) {
  const { t, title, goal, start, end, refused } = props;
  const back = goal
    ? { label: goal.title, href: `/enterprise-goals/${goal.goalId}` }
    : { label: t('enterpriseGoals.title'), href: '/enterprise-goals' };
  const typed = refused?.typed ?? {};
  return (
    <>
      <PageHeader title={title} {...(goal ? {} : { sentence: t('enterpriseGoals.new.sentence') })} back={back} />
      <NotSaved refused={refused} />
      <PostForm
        action={goal ? `/enterprise-goals/${goal.goalId}/edit` : '/enterprise-goals'}
        className={s.form}
        aria-label={title}
      >
        {goal && <input type="hidden" name="version" value={typed.version ?? goal.version} />}
        <FormField
          name="title"
          label={t('goals.form.title')}
          required
          maxLength={enterpriseLimits.title}
          defaultValue={typed.title ?? goal?.title ?? ''}
          error={problemIn(refused, 'title')}
        />
        {!goal && <Subject {...props} />}
        <FormField
          kind="number"
          name="percent"
          label={t('goals.form.percent')}
          suffix="%"
          min="0"
          max="100"
          step="any"
          inputMode="decimal"
          required
          defaultValue={typed.percent ?? String(goal ? Number((goal.target * 100).toFixed(4)) : 50)}
          error={problemIn(refused, 'target', 'percent')}
        />
        <div className={s.pair}>
          <FormField
            kind="date"
            name="startDate"
            label={t('goals.form.start')}
            hint={t('goals.form.startHint')}
            required
            defaultValue={typed.startDate ?? goal?.startWeek ?? start}
            error={problemIn(refused, 'startDate')}
          />
          <FormField
            kind="date"
            name="endDate"
            label={t('goals.form.end')}
            hint={t('goals.form.endHint')}
            required
            defaultValue={typed.endDate ?? (goal ? dateAfter(goal.endWeek, 6) : end)}
            error={problemIn(refused, 'endDate')}
          />
        </div>
        <FormField
          kind="select"
          name="cascade"
          label={t('enterpriseGoals.cascade.label')}
          defaultValue={typed.cascade ?? goal?.cascade ?? 'equal'}
          error={problemIn(refused, 'cascade')}
          options={cascades.map((value) => ({ value, label: t(`enterpriseGoals.cascade.${value}`) }))}
        />
        <Sites {...props} />
        <FormField
          kind="textarea"
          name="plan"
          label={t('goals.plan')}
          note={t('layout.form.optional')}
          rows={3}
          maxLength={enterpriseLimits.plan}
          defaultValue={typed.plan ?? goal?.plan ?? ''}
          error={problemIn(refused, 'plan')}
        />
        {goal && (
          <FormField
            name="reason"
            label={t('goals.reason')}
            note={t('layout.form.optional')}
            hint={t('goals.edit.reasonHint')}
            maxLength={enterpriseLimits.reason}
            defaultValue={typed.reason ?? ''}
            error={problemIn(refused, 'reason')}
          />
        )}
        <div className={s.bar}>
          <Button type="submit" tone="primary">
            {t(goal ? 'goals.edit.save' : 'goals.new.save')}
          </Button>
          <LinkButton href={back.href}>{t('legacy.ui.cancel')}</LinkButton>
        </div>
      </PostForm>
    </>
  );
}

/** What stays as it is once the goal is set. */
function Subject({ t, stages, currency, refused }: EditEnterpriseGoalPageProps) {
  const typed = refused?.typed ?? {};
  return (
    <>
      <div className={s.pair}>
        <FormField
          kind="select"
          name="wasteStageId"
          label={t('legacy.fields.wasteStageId')}
          defaultValue={typed.wasteStageId ?? String(usualStage)}
          error={problemIn(refused, 'wasteStageId')}
          options={stages.map(({ wasteStageId, wasteStageName }) => ({
            value: String(wasteStageId),
            label: stageName(t, wasteStageId, wasteStageName),
          }))}
        />
        <FormField
          kind="select"
          name="metric"
          label={t('goals.metric')}
          defaultValue={typed.metric ?? 'weight'}
          error={problemIn(refused, 'metric')}
          options={metrics.map((value) => ({ value, label: t(`goals.metrics.${value}`) }))}
        />
      </div>
      <FormField
        name="currency"
        label={t('foodWaste.filters.currency')}
        hint={t('enterpriseGoals.new.currencyHint')}
        maxLength={3}
        pattern="[A-Z]{3}"
        defaultValue={typed.currency ?? currency}
        error={problemIn(refused, 'currency')}
      />
    </>
  );
}

function Sites({ t, sites: all, chosen, refused }: EditEnterpriseGoalPageProps) {
  const problem = problemIn(refused, 'siteIds', 'siteId');
  return (
    <fieldset className={sites.sites} aria-describedby={problem ? 'goal-sites-error' : undefined}>
      <legend className={s.legend}>{t('enterpriseGoals.sites')}</legend>
      {problem && (
        <p id="goal-sites-error" className={sites.error}>
          {problem}
        </p>
      )}
      <div className={sites.list}>
        {all.map(({ siteId, siteName }) => (
          <label key={siteId} className={sites.site}>
            <input type="checkbox" name="siteId" value={siteId} defaultChecked={chosen.includes(siteId)} />
            <span>{siteName}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
