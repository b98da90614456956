import { Button, LinkButton } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { PageHeader } from '../../client/ui/page-header';
import { goalLimits } from '../../server/features/goals/goal-limits.rules';
import type { GoalRow } from '../../server/features/goals/goals.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { problemIn, type FormFailure } from '../layout/form-failure';
import { dateAfter } from '../performance/dates';
import { GoalFields, NotSaved } from './goal-form';
import s from './goal-form.module.css';

interface EditGoalPageProps {
  t: Translate;
  settings: FormatSettings;
  goal: GoalRow;
  owners: { userId: number; fullName: string }[];
  refused: FormFailure | null;
}

/** As a number field takes it. */
const plain = (value: number) => String(Number(value.toFixed(6)));

export function EditGoalPage({ t, settings, goal, owners, refused }: EditGoalPageProps) {
  const format = createFormat(settings);
  const { goalId, title, metric, targetKind, target, currency } = goal;
  const isPercent = targetKind === 'percent';
  return (
    <>
      <PageHeader
        title={t('goals.edit.title', { title })}
        sentence={`${goal.locationName}, ${goal.siteName} · ${goal.subject}`}
        back={{ label: title, href: `/goals/${goalId}` }}
      />
      <NotSaved refused={refused} />
      <PostForm action={`/goals/${goalId}/edit`} className={s.form} aria-label={t('goals.edit.title', { title })}>
        <input type="hidden" name="version" value={refused?.typed.version ?? goal.version} />
        <GoalFields
          {...{ t, metric, owners, refused }}
          unit={metric === 'weight' ? format.unit.abbr : currency}
          usual={{
            title,
            plan: goal.plan,
            targetKind,
            percent: isPercent ? plain(target * 100) : '',
            amount: isPercent ? '' : plain(metric === 'weight' ? target / format.unit.gramsPerUnit : target),
            startDate: goal.startWeek,
            endDate: dateAfter(goal.endWeek, 6),
            ownerId: String(goal.ownerId ?? ''),
          }}
        />
        <FormField
          name="reason"
          label={t('goals.reason')}
          note={t('layout.form.optional')}
          hint={t('goals.edit.reasonHint')}
          maxLength={goalLimits.reason}
          defaultValue={refused?.typed.reason ?? ''}
          error={problemIn(refused, 'reason')}
          className={s.wide}
        />
        <div className={s.bar}>
          <Button type="submit" tone="primary">
            {t('goals.edit.save')}
          </Button>
          <LinkButton href={`/goals/${goalId}`}>{t('legacy.ui.cancel')}</LinkButton>
        </div>
      </PostForm>
    </>
  );
}
