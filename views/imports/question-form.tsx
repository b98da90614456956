import { Button, LinkButton } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import type { Question } from '../../server/features/imports/question.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import s from './how-read.module.css';

export interface AskedQuestion {
  ask: Question;
  title: string;
  hint: string | undefined;
  /** One of these; without them it is typed. */
  choices: { value: string; label: string }[] | null;
  kind: 'text' | 'number' | 'date';
  suffix?: string | undefined;
  /** What stands there now, or is suggested. */
  value: string;
  error: string | undefined;
}

/** One question at a time, in plain words, with an example of the sheet. */
export function QuestionForm({
  t,
  id,
  question: { ask, title, hint, choices, kind, suffix, value, error },
  cancels,
}: {
  t: Translate;
  id: number;
  question: AskedQuestion;
  /** What is changed stays as it is. */
  cancels: boolean;
}) {
  return (
    <PostForm action={`/imports/${id}/answers`} className={s.question}>
      <input type="hidden" name="ask" value={ask} />
      {choices ? (
        <fieldset className={s.choices} aria-describedby={hint ? 'question-hint' : undefined}>
          <legend>{title}</legend>
          {hint && (
            <p id="question-hint" className={s.quiet}>
              {hint}
            </p>
          )}
          {error && <p className={s.error}>{error}</p>}
          {choices.map((choice) => (
            <label key={choice.value} className={s.choice}>
              <input type="radio" name="value" value={choice.value} required defaultChecked={choice.value === value} />
              <span>{choice.label}</span>
            </label>
          ))}
        </fieldset>
      ) : (
        <FormField
          name="value"
          id="question"
          kind={kind}
          label={title}
          hint={hint}
          error={error}
          suffix={suffix}
          defaultValue={value}
          required
          maxLength={kind === 'text' ? 200 : undefined}
          step={kind === 'number' ? 'any' : undefined}
        />
      )}
      <div className={s.actions}>
        <Button type="submit" tone="primary">
          {t('imports.questions.continue')}
        </Button>
        {cancels && (
          <LinkButton tone="quiet" href={`/imports/${id}`}>
            {t('global.cancel')}
          </LinkButton>
        )}
      </div>
    </PostForm>
  );
}
