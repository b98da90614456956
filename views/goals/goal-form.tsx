import { FormField } from '../../client/ui/form-field';
import { Notice } from '../../client/ui/notice';
import { goalLimits } from '../../server/features/goals/goal-limits.rules';
import type { GoalMetric, TargetKind } from '../../server/features/goals/goals.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { problemIn, type FormFailure } from '../layout/form-failure';
import s from './goal-form.module.css';

interface GoalTermsTyped {
  title: string;
  plan: string;
  targetKind: TargetKind;
  percent: string;
  amount: string;
  startDate: string;
  endDate: string;
  ownerId: string;
}

interface GoalFieldsProps {
  t: Translate;
  metric: GoalMetric;
  /** Of an amount: kg, or a currency. */
  unit: string;
  owners: { userId: number; fullName: string }[];
  usual: GoalTermsTyped;
  refused: FormFailure | null;
}

/** Fields that say beside themselves what is wrong with them. */
const fields = ['title', 'plan', 'target', 'percent', 'amount', 'startDate', 'endDate', 'ownerId', 'reason'];

/** What a goal is to reach, until when, and who sees to it. */
export function GoalFields({ t, metric, unit, owners, usual, refused }: GoalFieldsProps) {
  const typed = { ...usual, ...refused?.typed };
  const kind = typed.targetKind === 'perOpenDay' ? 'perOpenDay' : 'percent';
  const wrongTarget = problemIn(refused, 'target');
  return (
    <>
      <input type="hidden" name="metric" value={metric} />
      <FormField
        name="title"
        label={t('goals.form.title')}
        required
        maxLength={goalLimits.title}
        defaultValue={typed.title}
        error={problemIn(refused, 'title')}
        className={s.wide}
      />
      <fieldset className={s.target}>
        <legend className={s.legend}>{t('goals.target')}</legend>
        <TargetChoice {...{ t, kind }} value="percent" label={t('goals.form.percent')}>
          <FormField
            kind="number"
            name="percent"
            label={t('goals.form.percentValue')}
            hideLabel
            suffix="%"
            min="0"
            max="100"
            step="any"
            inputMode="decimal"
            defaultValue={typed.percent}
            error={kind === 'percent' ? (problemIn(refused, 'percent') ?? wrongTarget) : undefined}
          />
        </TargetChoice>
        <TargetChoice {...{ t, kind }} value="perOpenDay" label={t('goals.form.amount')}>
          <FormField
            kind="number"
            name="amount"
            label={t('goals.form.amountValue')}
            hideLabel
            suffix={unit}
            min="0"
            step="any"
            inputMode="decimal"
            defaultValue={typed.amount}
            error={kind === 'perOpenDay' ? (problemIn(refused, 'amount') ?? wrongTarget) : undefined}
          />
        </TargetChoice>
      </fieldset>
      <div className={s.pair}>
        <FormField
          kind="date"
          name="startDate"
          label={t('goals.form.start')}
          hint={t('goals.form.startHint')}
          required
          defaultValue={typed.startDate}
          error={problemIn(refused, 'startDate')}
        />
        <FormField
          kind="date"
          name="endDate"
          label={t('goals.form.end')}
          hint={t('goals.form.endHint')}
          required
          defaultValue={typed.endDate}
          error={problemIn(refused, 'endDate')}
        />
      </div>
      <FormField
        kind="select"
        name="ownerId"
        label={t('goals.owner')}
        note={t('layout.form.optional')}
        defaultValue={typed.ownerId}
        error={problemIn(refused, 'ownerId')}
        options={[
          { value: '', label: t('goals.form.noOwner') },
          ...owners.map(({ userId, fullName }) => ({ value: String(userId), label: fullName })),
        ]}
      />
      <FormField
        kind="textarea"
        name="plan"
        label={t('goals.plan')}
        note={t('layout.form.optional')}
        hint={t('goals.form.planHint')}
        rows={3}
        maxLength={goalLimits.plan}
        defaultValue={typed.plan}
        error={problemIn(refused, 'plan')}
        className={s.wide}
      />
    </>
  );
}

function TargetChoice({
  kind,
  value,
  label,
  children,
}: {
  kind: TargetKind;
  value: TargetKind;
  label: string;
  children: React.ReactNode;
}) {
  return (
    <div className={s.choice}>
      <label className={s.radio}>
        <input type="radio" name="targetKind" value={value} defaultChecked={kind === value} />
        <span>{label}</span>
      </label>
      {children}
    </div>
  );
}

/** Why nothing was saved; what stands beside its field is not said twice. */
export function NotSaved({ refused }: { refused: FormFailure | null }) {
  if (!refused) return null;
  const elsewhere = refused.fields.filter(({ field }) => !fields.includes(field));
  return (
    <Notice tone="error" title={refused.sentence}>
      {elsewhere.map(({ field, sentence }) => (
        <p key={field}>{sentence}</p>
      ))}
    </Notice>
  );
}
