import { Button, LinkButton } from '../../../client/ui/button';
import { FormField } from '../../../client/ui/form-field';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import s from './account.module.css';

export interface SentCodeView {
  otcToken: string;
  /** Where the code went, in a sentence. */
  told: string;
  error?: string | undefined;
}

interface CodeFormProps extends SentCodeView {
  t: Translate;
  action: string;
  /** What the right code does. */
  label: string;
  tone?: 'primary' | 'danger';
  cancelHref: string;
  /** Goes along, so that the page can be shown again. */
  kept?: Record<string, string>;
}

/** Asks for the code that was just sent. */
export function CodeForm({
  t,
  action,
  otcToken,
  told,
  error,
  label,
  tone = 'primary',
  cancelHref,
  kept = {},
}: CodeFormProps) {
  return (
    <PostForm action={action} className={s.form}>
      <p role="status">{told}</p>
      <input type="hidden" name="otcToken" value={otcToken} />
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <FormField
        name="code"
        label={t('account.code')}
        error={error}
        autoFocus
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={20}
      />
      <div className={s.row}>
        <Button type="submit" tone={tone}>
          {label}
        </Button>
        <LinkButton href={cancelHref} tone="quiet">
          {t('global.cancel')}
        </LinkButton>
      </div>
    </PostForm>
  );
}
