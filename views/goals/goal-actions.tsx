import { Badge } from '../../client/ui/badge';
import { Button } from '../../client/ui/button';
import { Fold } from '../../client/ui/fold';
import { FormField } from '../../client/ui/form-field';
import { effectWeeks, type Effect, type NoEffect } from '../../server/domain/measures/effect.rules';
import { goalLimits } from '../../server/features/goals/goal-limits.rules';
import type { GoalRow } from '../../server/features/goals/goals.contract';
import { Change, directionOf } from '../layout/change';
import { PostForm } from '../layout/form';
import { problemIn, type FormFailure } from '../layout/form-failure';
import { Section } from '../layout/section';
import s from './goal-actions.module.css';
import type { Writing } from './goal-words';

export interface MeasuredAction {
  actionId: number;
  title: string;
  startedOn: string;
  endedOn: string | null;
  effect: Effect | NoEffect;
}

interface GoalActionsProps extends Writing {
  goal: GoalRow;
  actions: MeasuredAction[];
  /** Whether the goal is of all waste of its stage: its control is then the other stages. */
  whole: boolean;
  today: string;
  mayEdit: boolean;
  refused: FormFailure | null;
}

/** What was done, and what it changed that the rest of the location did not. */
export function GoalActions({ t, format, goal, actions, whole, today, mayEdit, refused }: GoalActionsProps) {
  const address = `/goals/${goal.goalId}/actions`;
  return (
    <Section id="actions" title={t('goals.actions.title')} sentence={t('goals.actions.sentence')}>
      {actions.length === 0 ? (
        <p className={s.none}>{t('goals.actions.none')}</p>
      ) : (
        <ol className={s.list}>
          {actions.map(({ actionId, title, startedOn, endedOn, effect }) => (
            <li key={actionId} className={s.action}>
              <div className={s.what}>
                <strong>{title}</strong>
                <span className={s.days}>
                  {endedOn === null
                    ? t('goals.actions.since', { date: format.date(startedOn) })
                    : format.range(startedOn, endedOn)}
                </span>
              </div>
              <EffectText {...{ t, format, effect, whole }} />
              {mayEdit && (
                <div className={s.bar}>
                  {endedOn === null && (
                    <PostForm action={`${address}/${actionId}/end`}>
                      <input type="hidden" name="endedOn" value={today} />
                      <Button type="submit" size="small">
                        {t('goals.actions.end')}
                        <span className="visually-hidden"> ({title})</span>
                      </Button>
                    </PostForm>
                  )}
                  <PostForm action={`${address}/${actionId}/delete`}>
                    <Button type="submit" size="small" tone="quiet">
                      {t('goals.actions.remove')}
                      <span className="visually-hidden"> ({title})</span>
                    </Button>
                  </PostForm>
                </div>
              )}
            </li>
          ))}
        </ol>
      )}
      {actions.some(({ effect }) => effect.kind === 'measured') && (
        <Fold quiet title={t('goals.effect.how')}>
          <p className={s.method}>
            {t(whole ? 'goals.effect.methodStages' : 'goals.effect.method', { weeks: format.number(effectWeeks.most) })}
          </p>
        </Fold>
      )}
      {mayEdit && goal.state !== 'closed' && (
        <PostForm action={address} className={s.form} aria-label={t('goals.actions.log')}>
          <FormField
            name="title"
            label={t('goals.actions.what')}
            required
            maxLength={goalLimits.action}
            defaultValue={refused?.typed.title ?? ''}
            error={problemIn(refused, 'title')}
          />
          <FormField
            kind="date"
            name="startedOn"
            label={t('goals.actions.startedOn')}
            required
            max={today}
            defaultValue={refused?.typed.startedOn ?? today}
            error={problemIn(refused, 'startedOn')}
          />
          <Button type="submit">{t('goals.actions.log')}</Button>
        </PostForm>
      )}
    </Section>
  );
}

/** The change with its interval, or why there is none yet. */
function EffectText({ t, format, effect, whole }: Writing & { effect: Effect | NoEffect; whole: boolean }) {
  if (effect.kind === 'nothingBefore') return <p className={s.effect}>{t('goals.effect.nothingBefore')}</p>;
  if (effect.kind === 'tooFewWeeks')
    return (
      <p className={s.effect}>
        {t('goals.effect.tooFewWeeks', {
          least: format.number(effectWeeks.least),
          before: format.number(effect.weeksBefore),
          after: format.number(effect.weeksAfter),
        })}
      </p>
    );
  const { change, low, high, chance, controlChange, weeksBefore, weeksAfter } = effect;
  const signed = (fraction: number) => format.percent(fraction, { sign: true });
  return (
    <p className={s.effect}>
      {chance ? (
        <>
          <Badge tone="attention">{t('goals.effect.chance')}</Badge> {signed(change)}
        </>
      ) : (
        <Change direction={directionOf(change)} text={format.percent(Math.abs(change))} />
      )}{' '}
      {t('goals.effect.interval', { low: signed(low), high: signed(high) })}{' '}
      <span className={s.days}>
        {controlChange === null
          ? t('goals.effect.noControl', { before: format.number(weeksBefore), after: format.number(weeksAfter) })
          : t(whole ? 'goals.effect.controlStages' : 'goals.effect.control', {
              control: signed(controlChange),
              before: format.number(weeksBefore),
              after: format.number(weeksAfter),
            })}
      </span>
    </p>
  );
}
