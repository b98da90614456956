import { Button } from '../../../client/ui/button';
import { FormField } from '../../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../../client/ui/format';
import { Notice } from '../../../client/ui/notice';
import { PageHeader } from '../../../client/ui/page-header';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import account from '../account/account.module.css';
import { ItemList, type Item } from '../account/item-list';
import type { SetupView } from './setup-frame';
import s from './sso.module.css';

export interface RefusedView {
  id: string;
  /** Of the account. */
  name: string;
  email: string;
  refusedAt: string;
  /** Empty where the provider has not named the account yet. */
  formerSubject: string;
  lastUsedAt: string | null;
  subject: string;
  /** As the provider writes it; empty where it sent none. */
  nameNow: string;
}

export interface RefusedPageProps {
  t: Translate;
  settings: FormatSettings;
  setup: SetupView;
  people: RefusedView[];
  done?: string | undefined;
  problem?: string | undefined;
}

/** People whom a provider names anew, and who were kept out of the account with their address. */
export function RefusedPage({ t, settings, setup, people, done, problem }: RefusedPageProps) {
  return (
    <div className={s.page}>
      <PageHeader
        back={{ label: t(`ssoPages.kind.${setup.kind}`), href: `/sso/${setup.id}` }}
        title={t('ssoPages.refused.title')}
        sentence={t('ssoPages.refused.lead')}
      />
      {done && <Notice tone="success">{done}</Notice>}
      {problem && <Notice tone="error">{problem}</Notice>}
      {!setup.open && <p className={account.none}>{t('ssoPages.readOnly')}</p>}
      <ItemList
        items={people.map((person) => itemOf({ t, settings, setup }, person))}
        empty={t('ssoPages.refused.none')}
      />
    </div>
  );
}

function itemOf({ t, settings, setup }: Pick<RefusedPageProps, 't' | 'settings' | 'setup'>, person: RefusedView): Item {
  const { id, name, email, refusedAt, formerSubject, lastUsedAt, subject, nameNow } = person;
  const format = createFormat(settings);
  return {
    key: id,
    title: `${name} (${email})`,
    details: [
      t('ssoPages.refused.at', { time: format.dateTime(refusedAt) }),
      ...(lastUsedAt === null
        ? []
        : [t('ssoPages.refused.former', { subject: formerSubject, time: format.dateTime(lastUsedAt) })]),
      nameNow === '' ? t('ssoPages.refused.now', { subject }) : t('ssoPages.refused.nowAs', { subject, name: nameNow }),
    ],
    actions: setup.open && <Decision t={t} action={`/sso/${setup.id}/refused`} id={id} email={email} />,
  };
}

function Decision({ t, action, id, email }: { t: Translate; action: string; id: string; email: string }) {
  return (
    <>
      <PostForm
        action={action}
        data-confirm={t('ssoPages.refused.dismissConfirm', { email })}
        data-confirm-yes={t('ssoPages.refused.dismiss')}
      >
        <input type="hidden" name="act" value="dismiss" />
        <input type="hidden" name="refusedId" value={id} />
        <Button type="submit" size="small">
          {t('ssoPages.refused.dismiss')}
          <span className="visually-hidden"> {email}</span>
        </Button>
      </PostForm>
      <details className={s.change}>
        <summary>
          {t('ssoPages.refused.link')}
          <span className="visually-hidden"> {email}</span>
        </summary>
        <PostForm action={action} className={account.form}>
          <input type="hidden" name="act" value="link" />
          <input type="hidden" name="refusedId" value={id} />
          <FormField
            id={`confirmed-${id}`}
            kind="checkbox"
            name="confirmed"
            label={t('ssoPages.refused.confirm')}
            hint={t('ssoPages.refused.confirmHint')}
            required
          />
          <Button type="submit" tone="primary" size="small">
            {t('ssoPages.refused.link')}
            <span className="visually-hidden"> {email}</span>
          </Button>
        </PostForm>
      </details>
    </>
  );
}
