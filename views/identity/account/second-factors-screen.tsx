import { Badge } from '../../../client/ui/badge';
import { Button, LinkButton } from '../../../client/ui/button';
import { createFormat, type FormatSettings } from '../../../client/ui/format';
import { Notice } from '../../../client/ui/notice';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import { Section } from '../../layout/section';
import type { RecoveryView } from '../recovery-codes';
import { AccountFrame } from './account-frame';
import s from './account.module.css';
import { ItemList, type Item } from './item-list';
import { RememberedBrowsers, type RememberedBrowserView } from './remembered-browsers';

interface HeldFactorsView {
  authenticators: { id: string }[];
  phones: { id: string; phone: string }[];
  email: string | null;
  /** Security keys, and machines themselves. */
  devices: { id: string; deviceType: string; name: string; createdAt: string; lastUsedAt: string | null }[];
}

/** What may be set up here. */
export interface OfferedFactorsView {
  authenticator: boolean;
  texts: boolean;
  /** How security keys and machines are called; null where there are none. */
  devices: 'key' | 'machine' | 'either' | null;
}

export interface SecondFactorsScreenProps {
  t: Translate;
  settings: FormatSettings;
  held: HeldFactorsView;
  offered: OfferedFactorsView;
  mostDevices: number;
  /** The organization asks for one. */
  forced: boolean;
  recovery: RecoveryView;
  /** From which none is asked at present. */
  browsers: RememberedBrowserView[];
  done?: string | undefined;
  problem?: string | undefined;
}

const base = '/account/second-factors';

/** Turning something off asks first. */
function Off({ action, name, asks, label }: { action: string; name: string; asks: string; label: string }) {
  return (
    <PostForm action={action} data-confirm={asks} data-confirm-yes={label}>
      <Button type="submit" size="small">
        {label}
        <span className="visually-hidden"> {name}</span>
      </Button>
    </PostForm>
  );
}

export function SecondFactorsScreen({
  t,
  settings,
  held,
  offered,
  mostDevices,
  forced,
  recovery,
  browsers,
  done,
  problem,
}: SecondFactorsScreenProps) {
  const items = itemsOf(t, held, settings);
  return (
    <AccountFrame t={t} at="secondFactors" done={done} problem={problem}>
      {forced && items.length === 0 && <Notice tone="warning">{t('account.secondFactors.forced')}</Notice>}
      <Section
        id="factors"
        title={t('account.secondFactors.yours')}
        sentence={items.length > 0 ? t('account.secondFactors.on') : undefined}
      >
        <ItemList items={items} empty={t('account.secondFactors.none')} />
        {items.length > 1 && (
          <PostForm
            action={`${base}/off`}
            className={s.after}
            data-confirm={t('account.secondFactors.confirmAll')}
            data-confirm-yes={t('account.secondFactors.allOff')}
          >
            <Button type="submit" tone="danger">
              {t('account.secondFactors.allOff')}
            </Button>
          </PostForm>
        )}
      </Section>
      {items.length > 0 && <RecoveryCodesSection t={t} recovery={recovery} />}
      <Section
        id="add"
        title={t(items.length > 0 ? 'account.secondFactors.add' : 'account.secondFactors.addFirst')}
        sentence={t('account.secondFactors.addSentence')}
      >
        <ItemList
          items={offersOf(t, offered, {
            first: items.length === 0,
            room: held.devices.length < mostDevices,
            mostDevices,
          })}
          empty={t('account.secondFactors.nothingToAdd')}
        />
      </Section>
      {(items.length > 0 || browsers.length > 0) && (
        <RememberedBrowsers t={t} settings={settings} browsers={browsers} />
      )}
    </AccountFrame>
  );
}

/** How many are left, and a new set. */
function RecoveryCodesSection({ t, recovery: { left: count, of, few } }: { t: Translate; recovery: RecoveryView }) {
  const left = t('mfa.recoveryLeft', { count, of });
  const renew = t('account.secondFactors.codesRenew');
  return (
    <Section id="recovery" title={t('account.secondFactors.codes')} sentence={t('account.secondFactors.codesSentence')}>
      {few ? (
        <Notice tone="warning">
          {left} {t('mfa.recoveryFew')}
        </Notice>
      ) : (
        <p>{left}</p>
      )}
      <PostForm
        action={`${base}/recovery-codes`}
        className={s.after}
        data-confirm={t('account.secondFactors.codesConfirm')}
        data-confirm-yes={renew}
      >
        <Button type="submit">{renew}</Button>
      </PostForm>
    </Section>
  );
}

function itemsOf(
  t: Translate,
  { authenticators, phones, email, devices }: HeldFactorsView,
  settings: FormatSettings,
): Item[] {
  const format = createFormat(settings);
  const off = t('account.secondFactors.turnOff');
  const on = (
    <Badge tone="less" icon="check">
      {t('account.secondFactors.isOn')}
    </Badge>
  );
  const asking = (action: string, name: string) => (
    <Off action={action} name={name} asks={t('account.secondFactors.confirmOff', { name })} label={off} />
  );
  return [
    ...authenticators.map(({ id }, at) => {
      const name =
        authenticators.length > 1
          ? t('account.secondFactors.authenticatorNumber', { number: at + 1 })
          : t('account.secondFactors.authenticator');
      return { key: id, title: name, badge: on, actions: asking(`${base}/authenticator/${id}/off`, name) };
    }),
    ...devices.map(({ id, name: given, deviceType, createdAt, lastUsedAt }) => {
      const name = given || t('identity.unnamedDevice');
      return {
        key: id,
        title: name,
        badge: on,
        details: [
          t(deviceType === 'Platform' ? 'account.secondFactors.machine' : 'account.secondFactors.key'),
          t('account.secondFactors.deviceSince', { time: format.dateTime(createdAt) }),
          lastUsedAt === null
            ? t('account.secondFactors.deviceUnused')
            : t('account.secondFactors.deviceUsed', { time: format.dateTime(lastUsedAt) }),
        ],
        actions: (
          <>
            <LinkButton href={`${base}?rename=${id}`} size="small">
              {t('account.secondFactors.rename')}
              <span className="visually-hidden"> {name}</span>
            </LinkButton>
            {asking(`${base}/webauthn/${id}/off`, name)}
          </>
        ),
      };
    }),
    ...phones.map(({ id, phone }) => ({
      key: id,
      title: t('account.secondFactors.textsTo', { phone }),
      badge: on,
      actions: asking(`${base}/sms/${id}/off`, phone),
    })),
    ...(email === null
      ? []
      : [
          {
            key: 'email',
            title: t('account.secondFactors.mailsTo', { email }),
            badge: on,
            actions: asking(`${base}/email/off`, email),
          },
        ]),
  ];
}

interface Offering {
  /** They have none yet. */
  first: boolean;
  /** One more device may be set up. */
  room: boolean;
  mostDevices: number;
}

function offersOf(
  t: Translate,
  { authenticator, texts, devices }: OfferedFactorsView,
  { first, room, mostDevices }: Offering,
): Item[] {
  const label = (name: string) => (
    <>
      {t('account.secondFactors.setUp')}
      <span className="visually-hidden"> {name}</span>
    </>
  );
  const [app, sms] = [t('account.secondFactors.authenticator'), t('account.secondFactors.sms')];
  const device = {
    key: t('account.secondFactors.key'),
    machine: t('account.secondFactors.thisMachine'),
    either: t('account.secondFactors.keyOrMachine'),
  }[devices ?? 'either'];
  return [
    ...(authenticator
      ? [
          {
            key: 'authenticator',
            title: app,
            details: [t('account.secondFactors.authenticatorSentence')],
            actions: (
              <PostForm action={`${base}/authenticator`}>
                <Button type="submit" tone={first ? 'primary' : 'plain'}>
                  {label(app)}
                </Button>
              </PostForm>
            ),
          },
        ]
      : []),
    ...(devices
      ? [
          {
            key: 'webauthn',
            title: device,
            details: [room ? t('webauthn.enrolLead') : t('webauthn.tooMany', { most: mostDevices })],
            actions: room && (
              <PostForm action={`${base}/webauthn`}>
                <Button type="submit">{label(device)}</Button>
              </PostForm>
            ),
          },
        ]
      : []),
    ...(texts
      ? [
          {
            key: 'sms',
            title: sms,
            details: [t('account.secondFactors.smsSentence')],
            actions: <LinkButton href={`${base}/sms`}>{label(sms)}</LinkButton>,
          },
        ]
      : []),
  ];
}
