import { Button, LinkButton } from '../../client/ui/button';
import { Fold } from '../../client/ui/fold';
import { FormField } from '../../client/ui/form-field';
import type { ShownSuggestion } from '../../server/features/machine-vision/vision.contract';
import type { NamedItem } from '../../server/features/machine-vision/vision.rules';
import { PostForm } from '../layout/form';
import { problemIn, type FormFailure } from '../layout/form-failure';
import { Meter } from '../layout/meter';
import type { Writing } from './vision-words';
import s from './vision.module.css';

interface AnswerFormProps extends Writing {
  action: string;
  skipHref: string;
  place: Record<string, string>;
  suggestions: ShownSuggestion[];
  /** How many published answers were looked at for them. */
  known: number;
  items: readonly NamedItem[];
  refused: FormFailure | null;
}

const lines = [1, 2, 3, 4] as const;
/** A longer list makes the page heavy; other names can be typed all the same. */
const mostOffered = 500;
const listId = 'vision-items';

/** What is it? One form for every answer, so that each works by a button, by its key, and without scripts. */
export function AnswerForm(props: AnswerFormProps) {
  const { t, action, skipHref, place, items, refused } = props;
  const typed = refused?.typed ?? {};
  const splitProblem = problemIn(refused, 'split');
  const partProblem = lines.some((at) => problemIn(refused, `partItem${at}`, `share${at}`));
  return (
    <PostForm action={action} className={s.form} aria-label={t('machineVision.question')}>
      {Object.entries(place).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <datalist id={listId}>
        {items.slice(0, mostOffered).map(({ itemId, name }) => (
          <option key={itemId} value={name} />
        ))}
      </datalist>
      <h2>{t('machineVision.question')}</h2>
      {/* First in the form: the enter key in a field presses the first button. */}
      <div className={s.typed}>
        <FormField
          name="itemName"
          label={t('machineVision.item')}
          list={listId}
          autoComplete="off"
          maxLength={200}
          defaultValue={typed.itemName ?? ''}
          error={problemIn(refused, 'itemName')}
          data-shortcut="i"
          aria-keyshortcuts="I"
        />
        <Button type="submit" name="answer" value="typed" tone="primary">
          {t('machineVision.assign')}
        </Button>
      </div>
      <Suggestions {...props} />
      <div className={s.bar}>
        <Button type="submit" name="answer" value="notFood" data-shortcut="n" aria-keyshortcuts="N">
          {t('machineVision.kinds.notFood')}
        </Button>
        <Button type="submit" name="answer" value="unreadable" data-shortcut="u" aria-keyshortcuts="U">
          {t('machineVision.kinds.unreadable')}
        </Button>
        <LinkButton href={skipHref} tone="quiet" data-shortcut="s" aria-keyshortcuts="S">
          {t('machineVision.skip')}
        </LinkButton>
      </div>
      <FormField
        kind="checkbox"
        name="second"
        label={t('machineVision.second')}
        hint={t('machineVision.secondHint')}
        defaultChecked={typed.second === 'on'}
        data-shortcut="o"
        aria-keyshortcuts="O"
      />
      <Fold quiet title={t('machineVision.split')} open={splitProblem !== undefined || partProblem}>
        <div className={s.parts}>
          <p className={s.under}>{t('machineVision.splitHint')}</p>
          {splitProblem && (
            <p className={s.problem} role="alert">
              {splitProblem}
            </p>
          )}
          {lines.map((at) => (
            <fieldset key={at} className={s.part}>
              <legend className="visually-hidden">{t('machineVision.part', { number: at })}</legend>
              <FormField
                name={`partItem${at}`}
                label={t('machineVision.item')}
                list={listId}
                autoComplete="off"
                maxLength={200}
                defaultValue={typed[`partItem${at}`] ?? ''}
                error={problemIn(refused, `partItem${at}`)}
                {...(at === 1 ? { 'data-shortcut': 'p', 'aria-keyshortcuts': 'P' } : {})}
              />
              <FormField
                kind="number"
                name={`share${at}`}
                label={t('machineVision.share')}
                min="1"
                max="99"
                step="1"
                inputMode="numeric"
                suffix="%"
                defaultValue={typed[`share${at}`] ?? ''}
                error={problemIn(refused, `share${at}`)}
              />
            </fieldset>
          ))}
          <div>
            <Button type="submit" name="answer" value="split">
              {t('machineVision.splitSubmit')}
            </Button>
          </div>
        </div>
      </Fold>
    </PostForm>
  );
}

function Suggestions({ t, format, suggestions, known }: AnswerFormProps) {
  if (suggestions.length === 0)
    return <p className={s.under}>{t(known === 0 ? 'machineVision.noneKnown' : 'machineVision.noneAlike')}</p>;
  return (
    <section className={s.form}>
      <h3>{t('machineVision.suggestions')}</h3>
      <ol className={s.suggestions}>
        {suggestions.map(({ itemId, name, confidence }, at) => (
          <li key={itemId}>
            <button
              type="submit"
              name="answer"
              value={`item:${itemId}`}
              className={s.suggestion}
              data-shortcut={at + 1}
              aria-keyshortcuts={String(at + 1)}
            >
              <kbd aria-hidden="true">{at + 1}</kbd>
              <span>{name}</span>
              <span className={s.figure}>
                <span className="visually-hidden">{t('machineVision.confidence')}: </span>
                {format.percent(confidence)}
              </span>
              <Meter fraction={confidence} />
            </button>
          </li>
        ))}
      </ol>
      <p className={s.under}>{t('machineVision.suggestionsHint', { count: known, number: format.number(known) })}</p>
    </section>
  );
}
