import { Button } from '../../client/ui/button';
import { Notice } from '../../client/ui/notice';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import s from './login-page.module.css';

interface ConfirmLinkPageProps {
  t: Translate;
  action: string;
  /** What the link carried. */
  fields: Readonly<Record<string, string>>;
  label: string;
  /** What somebody should know before they press it. */
  notice?: { tone: 'info' | 'warning'; says: string } | null;
}

/** What a mailed link leads to: nothing happens before somebody says so. */
export function ConfirmLinkPage({ t, action, fields, label, notice }: ConfirmLinkPageProps) {
  return (
    <>
      {notice && <Notice tone={notice.tone}>{notice.says}</Notice>}
      <PostForm action={action} className={s.form}>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit" tone="primary" wide>
          {label}
        </Button>
      </PostForm>
      <p>
        <a href="/login">{t('password.backToLogin')}</a>
      </p>
    </>
  );
}
