import { addPasskey } from '../../../client/identity/add-passkey.island';
import { Button, LinkButton } from '../../../client/ui/button';
import { createFormat, type FormatSettings } from '../../../client/ui/format';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import { Island } from '../../layout/island';
import { Section } from '../../layout/section';
import { AccountFrame } from './account-frame';
import s from './account.module.css';
import { ItemList, type Item } from './item-list';

export interface PasskeyView {
  id: string;
  name: string;
  deviceType: string;
  createdAt: string;
  lastUsedAt: string | null;
}

export interface PasskeysScreenProps {
  t: Translate;
  settings: FormatSettings;
  passkeys: PasskeyView[];
  most: number;
  /** `confirm`: they must prove first that they are themselves; `closed`: their organization signs them in. */
  adding: 'open' | 'confirm' | 'closed';
  done?: string | undefined;
  problem?: string | undefined;
}

const base = '/account/passkeys';

export function PasskeysScreen({ t, settings, passkeys, most, adding, done, problem }: PasskeysScreenProps) {
  const format = createFormat(settings);
  const item = ({ id, name: given, deviceType, createdAt, lastUsedAt }: PasskeyView): Item => {
    const name = given || t('identity.unnamedDevice');
    return {
      key: id,
      title: name,
      details: [
        t(deviceType === 'Platform' ? 'account.passkeys.platform' : 'account.passkeys.roaming'),
        t('account.passkeys.added', { time: format.dateTime(createdAt) }),
        lastUsedAt === null
          ? t('account.passkeys.neverUsed')
          : t('account.passkeys.lastUsed', { time: format.dateTime(lastUsedAt) }),
      ],
      actions: (
        <PostForm
          action={`${base}/${id}/remove`}
          data-confirm={t('account.passkeys.confirm', { name })}
          data-confirm-yes={t('account.remove')}
        >
          <Button type="submit" size="small">
            {t('account.remove')}
            <span className="visually-hidden">
              {' '}
              {name}, {format.dateTime(createdAt)}
            </span>
          </Button>
        </PostForm>
      ),
    };
  };
  return (
    <AccountFrame t={t} at="passkeys" done={done} problem={problem}>
      <Section id="passkeys" title={t('account.passkeys.yours')}>
        <ItemList items={passkeys.map(item)} empty={t('account.passkeys.none')} />
      </Section>
      <Section id="add" title={t('account.passkeys.add')} sentence={t('account.passkeys.addSentence')}>
        {adding === 'closed' && <p className={s.none}>{t('account.passkeys.ofOrganization')}</p>}
        {adding !== 'closed' && passkeys.length >= most && (
          <p className={s.none}>{t('identity.tooManyPasskeys', { most })}</p>
        )}
        {adding === 'confirm' && passkeys.length < most && (
          <LinkButton href={`/account/confirm?to=${encodeURIComponent(base)}`} tone="primary">
            {t('account.confirm.first')}
          </LinkButton>
        )}
        {adding === 'open' && passkeys.length < most && (
          <Island
            of={addPasskey}
            when="load"
            props={{ doneHref: `${base}?done=added`, confirmHref: `/account/confirm?to=${encodeURIComponent(base)}` }}
          />
        )}
      </Section>
    </AccountFrame>
  );
}
