import { passkeyPrompt } from '../../client/identity/passkey-prompt.island';
import { Button } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { Island } from '../layout/island';
import s from './login-page.module.css';

interface PasskeyPromptPageProps {
  t: Translate;
  action: string;
  /** Where the sign-in leads. */
  next: string;
}

/** Asks whoever has just signed in to add a passkey; nobody has to. */
export function PasskeyPromptPage({ t, action, next }: PasskeyPromptPageProps) {
  return (
    <>
      <Island of={passkeyPrompt} when="load" props={{ next }} />
      <PostForm action={action} className={s.form} data-passkey-later="">
        <FormField name="never" kind="checkbox" label={t('signInChecks.passkeyNever')} />
        <Button type="submit" wide>
          {t('signInChecks.passkeyLater')}
        </Button>
      </PostForm>
    </>
  );
}
