import { Button } from '../../client/ui/button';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import s from './login-page.module.css';

/** Before somebody is asked for their second factor once more. */
export function StepUpPage({ t, action, maxAge }: { t: Translate; action: string; maxAge: number | undefined }) {
  return (
    <>
      <PostForm action={action} className={s.form}>
        {maxAge !== undefined && <input type="hidden" name="maxAge" value={maxAge} />}
        <Button type="submit" tone="primary" wide>
          {t('signUp.stepUp')}
        </Button>
      </PostForm>
      <p>
        <a href="/home">{t('signUp.toHome')}</a>
      </p>
    </>
  );
}
