import { Button, LinkButton } from '../../client/ui/button';
import { Notice } from '../../client/ui/notice';
import { path } from '../../server/features/enter-waste/enter-waste-address.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import s from './question.module.css';
import type { Asking } from './refused';

interface QuestionProps {
  t: Translate;
  asking: Asking;
  /** What was sent; it is what a yes saves, whatever is changed in the form below meanwhile. */
  typed: Record<string, string>;
  uuid: string;
}

const sentAgain = [
  'organisationId',
  'locationId',
  'weight',
  'unit',
  'itemId',
  'itemName',
  'reasonId',
  'wasteStageId',
  'localDate',
  'localTime',
];

/** Asks before something unusual is saved. It has the focus, and Enter alone says nothing. */
export function Question({ t, asking: { sentences, confirm, weight }, typed, uuid }: QuestionProps) {
  const [first, ...others] = sentences;
  return (
    <div className={s.question} role="group" aria-label={sentences.join(' ')} tabIndex={-1} autoFocus>
      <Notice tone="warning" title={first}>
        {others.map((one) => (
          <p key={one}>{one}</p>
        ))}
        <PostForm action={path} className={s.answers}>
          <input type="hidden" name="clientEventUuid" value={uuid} />
          {sentAgain.map(
            (name) => typed[name] !== undefined && <input key={name} type="hidden" name={name} value={typed[name]} />,
          )}
          <input type="hidden" name="confirm" value={confirm} />
          <Button type="submit" tone="primary">
            {t('enterWaste.saveAnyway', { weight })}
          </Button>
          <LinkButton href="#enter-weight">{t('enterWaste.correct')}</LinkButton>
        </PostForm>
      </Notice>
    </div>
  );
}
