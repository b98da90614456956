import { Badge } from '../../../client/ui/badge';
import { Button } from '../../../client/ui/button';
import { FormField } from '../../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../../client/ui/format';
import { Notice } from '../../../client/ui/notice';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import { Section } from '../../layout/section';
import { AccountFrame } from './account-frame';
import s from './account.module.css';
import { ItemList } from './item-list';

interface SupportView {
  by: string;
  organization: string;
  reason: string;
  startedAt: string;
  endedAt: string;
  current: boolean;
}

export interface PrivacyScreenProps {
  t: Translate;
  settings: FormatSettings;
  base: string;
  email: string;
  views: SupportView[];
  typed?: string | undefined;
  /** Why the account was not deleted. */
  refused?: { email?: string | undefined; problem?: string | undefined } | undefined;
}

export function PrivacyScreen({ t, settings, base, email, views, typed, refused }: PrivacyScreenProps) {
  const format = createFormat(settings);
  return (
    <AccountFrame t={t} at="privacy">
      <Section id="own-data" title={t('account.privacy.copy')} sentence={t('account.privacy.copySentence')}>
        <PostForm action={`${base}/copy`}>
          <Button type="submit">{t('account.privacy.download')}</Button>
        </PostForm>
      </Section>
      <Section id="signed-in" title={t('account.privacy.sessions')} sentence={t('account.privacy.sessionsSentence')}>
        <p className={s.row}>
          <a href="/account/sessions">{t('account.privacy.toSessions')}</a>
        </p>
      </Section>
      <Section id="support-access" title={t('account.privacy.support')} sentence={t('account.privacy.supportSentence')}>
        <ItemList
          items={views.map(({ by, organization, reason, startedAt, endedAt, current }) => ({
            key: `${startedAt} ${by}`,
            title: by,
            badge: current && <Badge tone="accent">{t('account.privacy.current')}</Badge>,
            details: [
              t('account.privacy.times', { from: format.dateTime(startedAt), to: format.dateTime(endedAt) }),
              t('account.privacy.inOrganization', { name: organization }),
            ],
            points: [t('account.privacy.reason', { reason })],
          }))}
          empty={t('account.privacy.noSupport')}
        />
      </Section>
      <Section id="erase" title={t('account.privacy.erase')} sentence={t('account.privacy.eraseSentence')}>
        {refused?.problem && <Notice tone="error">{refused.problem}</Notice>}
        <PostForm
          action={`${base}/delete`}
          className={s.form}
          data-confirm={t('account.privacy.confirm')}
          data-confirm-yes={t('account.privacy.delete')}
        >
          <ul className={s.points}>
            <li>{t('account.privacy.kept')}</li>
            <li>{t('account.privacy.stays')}</li>
          </ul>
          <FormField
            name="email"
            kind="text"
            required
            autoComplete="off"
            label={t('account.privacy.email')}
            hint={t('account.privacy.emailHint', { email })}
            defaultValue={typed}
            error={refused?.email}
          />
          <Button type="submit" tone="danger">
            {t('account.privacy.delete')}
          </Button>
        </PostForm>
      </Section>
    </AccountFrame>
  );
}
