import { Badge } from '../../../client/ui/badge';
import { Button } from '../../../client/ui/button';
import { FormField } from '../../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../../client/ui/format';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import { Section } from '../../layout/section';
import { AccountFrame } from './account-frame';
import s from './account.module.css';
import { CodeForm, type SentCodeView } from './code-form';
import { ItemList, type Item } from './item-list';

interface PhoneNumberView {
  id: string;
  phone: string;
  verifiedAt: string | null;
  createdAt: string;
}

/** A code on its way, and what it does. */
export interface PhoneCodeView extends SentCodeView {
  does: 'verify' | 'remove';
  phoneId: string;
  /** Which way it went. */
  way: 'text' | 'mail';
}

export interface PhoneNumbersScreenProps {
  t: Translate;
  settings: FormatSettings;
  numbers: PhoneNumberView[];
  most: number;
  sent?: PhoneCodeView | undefined;
  typed?: string | undefined;
  error?: string | undefined;
  done?: string | undefined;
  problem?: string | undefined;
}

const base = '/account/phone-numbers';

export function PhoneNumbersScreen({
  t,
  settings,
  numbers,
  most,
  sent,
  typed,
  error,
  done,
  problem,
}: PhoneNumbersScreenProps) {
  return (
    <AccountFrame t={t} at="phoneNumbers" done={done} problem={problem}>
      {sent ? (
        <Sent t={t} sent={sent} />
      ) : (
        <>
          <Section id="numbers" title={t('account.phoneNumbers.yours')}>
            <ItemList items={numbers.map((one) => itemOf(t, one, settings))} empty={t('account.phoneNumbers.none')} />
          </Section>
          <Section id="add" title={t('account.phoneNumbers.add')} sentence={t('account.phoneNumbers.addSentence')}>
            {numbers.length >= most ? (
              <p className={s.none}>{t('account.tooManyPhones', { most })}</p>
            ) : (
              <PostForm action={base} className={s.form}>
                <FormField
                  name="phoneNumber"
                  kind="tel"
                  label={t('account.phoneNumbers.number')}
                  hint={t('account.phoneNumbers.hint')}
                  error={error}
                  autoComplete="tel"
                  required
                  maxLength={40}
                  defaultValue={typed}
                />
                <Button type="submit" tone="primary">
                  {t('account.phoneNumbers.sendCode')}
                </Button>
              </PostForm>
            )}
          </Section>
        </>
      )}
    </AccountFrame>
  );
}

function Sent({ t, sent: { does, phoneId, way, ...code } }: { t: Translate; sent: PhoneCodeView }) {
  const removes = does === 'remove';
  return (
    <Section id="code" title={t(removes ? 'account.phoneNumbers.remove' : 'account.phoneNumbers.verify')}>
      <CodeForm
        t={t}
        {...code}
        action={removes ? `${base}/${phoneId}/remove/verify` : `${base}/verify`}
        kept={removes ? { way } : { phoneId }}
        label={t(removes ? 'account.phoneNumbers.remove' : 'account.phoneNumbers.verify')}
        tone={removes ? 'danger' : 'primary'}
        cancelHref={base}
      />
      {removes && way === 'text' && (
        <PostForm action={`${base}/${phoneId}/remove`} className={s.after}>
          <input type="hidden" name="way" value="mail" />
          <Button type="submit" tone="quiet">
            {t('account.phoneNumbers.byMail')}
          </Button>
        </PostForm>
      )}
    </Section>
  );
}

function itemOf(t: Translate, { id, phone, verifiedAt, createdAt }: PhoneNumberView, settings: FormatSettings): Item {
  const format = createFormat(settings);
  const whose = <span className="visually-hidden"> {phone}</span>;
  return {
    key: id,
    title: phone,
    badge: verifiedAt === null && <Badge tone="attention">{t('account.phoneNumbers.waits')}</Badge>,
    details: [
      verifiedAt === null
        ? t('account.phoneNumbers.added', { time: format.dateTime(createdAt) })
        : t('account.phoneNumbers.verified', { time: format.dateTime(verifiedAt) }),
    ],
    actions: (
      <>
        {verifiedAt === null && (
          <PostForm action={`${base}/${id}/code`}>
            <Button type="submit" size="small">
              {t('account.phoneNumbers.sendCode')}
              {whose}
            </Button>
          </PostForm>
        )}
        <PostForm action={`${base}/${id}/remove`}>
          <Button type="submit" size="small">
            {t('account.remove')}
            {whose}
          </Button>
        </PostForm>
      </>
    ),
  };
}
