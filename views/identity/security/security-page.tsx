import { FormField } from '../../../client/ui/form-field';
import { Notice } from '../../../client/ui/notice';
import { PageHeader } from '../../../client/ui/page-header';
import type { SecuritySection } from '../../../server/identity/pages/security/security-forms.contract';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PolicyCard, type TypedForm } from './security-frame';
import s from './security.module.css';

type Bounds = Readonly<Record<string, { min: number; max: number }>>;

export interface SecurityPageProps {
  t: Translate;
  base: string;
  /** What holds now, as the forms would send it. */
  forms: Record<SecuritySection, TypedForm>;
  choices: {
    enforcements: readonly ('DontForce' | 'ForceExceptSAML' | 'Force')[];
    timeUnits: readonly ('minutes' | 'hours' | 'days')[];
    bounds: Bounds;
  };
  /** Who is asked to set up a second factor as soon as one is required; the first of them by name. */
  withoutFactor: { total: number; names: string[] };
  /** Whoever looks may change it. */
  open: boolean;
  done?: string | undefined;
  refused?:
    | { section: SecuritySection; typed: TypedForm; fields: Record<string, string>; problem: string | undefined }
    | undefined;
}

interface CardParts extends Pick<SecurityPageProps, 't' | 'base' | 'choices' | 'withoutFactor' | 'open'> {
  typed: TypedForm;
  fields: Record<string, string>;
  problem: string | undefined;
}

/** How an organization's people sign in: each policy with its own form. */
export function SecurityPage({ t, base, forms, choices, withoutFactor, open, done, refused }: SecurityPageProps) {
  const parts = (section: SecuritySection): CardParts => {
    const here = refused?.section === section ? refused : undefined;
    return {
      t,
      base,
      choices,
      withoutFactor,
      open,
      typed: here?.typed ?? forms[section],
      fields: here?.fields ?? {},
      problem: here?.problem,
    };
  };
  return (
    <div className={s.page}>
      <PageHeader title={t('security.title')} sentence={t(open ? 'security.lead' : 'security.readOnly')} />
      {done && <Notice tone="success">{done}</Notice>}
      {refused && <Notice tone="error">{t('security.notSaved')}</Notice>}
      <SecondFactor {...parts('secondFactor')} />
      <Passwords {...parts('passwords')} />
      <Reuse {...parts('reuse')} />
      <Expiry {...parts('expiry')} />
      <Lockout {...parts('lockout')} />
      <Sessions {...parts('sessions')} />
      <Support {...parts('support')} />
    </div>
  );
}

function cardOf({ t, base, open, problem }: CardParts, section: SecuritySection) {
  return {
    t,
    id: section,
    title: t(`security.${section}.title`),
    sentence: t(`security.${section}.sentence`),
    action: `${base}/${section}`,
    open,
    problem,
  };
}

function numberField({ typed, fields, choices }: CardParts, name: string) {
  return {
    name,
    kind: 'number',
    inputMode: 'numeric',
    required: true,
    step: 1,
    ...choices.bounds[name],
    defaultValue: typed[name],
    error: fields[name],
  } as const;
}

const boxField = ({ typed, fields }: CardParts, name: string) =>
  ({ name, kind: 'checkbox', value: 'on', defaultChecked: typed[name] === 'on', error: fields[name] }) as const;

function SecondFactor(parts: CardParts) {
  const {
    t,
    typed,
    fields,
    choices,
    withoutFactor: { total, names },
  } = parts;
  const others = total - names.length;
  return (
    <PolicyCard
      {...cardOf(parts, 'secondFactor')}
      after={
        <p className={s.effect}>
          {total === 0 ? t('security.secondFactor.everyone') : t('security.secondFactor.without', { count: total })}
          {names.length > 0 && (
            <span className={s.names}>
              {names.join(', ')}
              {others > 0 && ` ${t('security.secondFactor.others', { count: others })}`}
            </span>
          )}
        </p>
      }
    >
      <FormField
        name="enforce"
        kind="select"
        label={t('security.secondFactor.enforce')}
        hint={t('security.secondFactor.enforceHint')}
        error={fields.enforce}
        defaultValue={typed.enforce}
        options={choices.enforcements.map((value) => ({ value, label: t(`security.secondFactor.${value}`) }))}
      />
      <div className={s.pair}>
        <FormField {...boxField(parts, 'remember')} label={t('security.secondFactor.remember')} />
        <FormField
          {...numberField(parts, 'rememberDays')}
          label={t('security.secondFactor.rememberDays')}
          note={t('security.inDays')}
        />
      </div>
    </PolicyCard>
  );
}

function Passwords(parts: CardParts) {
  const { t } = parts;
  return (
    <PolicyCard {...cardOf(parts, 'passwords')}>
      <FormField
        {...numberField(parts, 'minLength')}
        label={t('security.passwords.minLength')}
        note={t('security.inCharacters')}
      />
      <fieldset className={s.group}>
        <legend>{t('security.passwords.kindsLegend')}</legend>
        <FormField {...boxField(parts, 'lowercase')} label={t('security.passwords.lowercase')} />
        <FormField {...boxField(parts, 'uppercase')} label={t('security.passwords.uppercase')} />
        <FormField {...boxField(parts, 'numbers')} label={t('security.passwords.numbers')} />
        <FormField {...boxField(parts, 'specialChars')} label={t('security.passwords.specialChars')} />
      </fieldset>
      <FormField
        {...numberField(parts, 'kinds')}
        label={t('security.passwords.kinds')}
        hint={t('security.passwords.kindsHint')}
      />
      <FormField {...boxField(parts, 'threeRepeated')} label={t('security.passwords.threeRepeated')} />
      <div className={s.pair}>
        <FormField {...boxField(parts, 'phrases')} label={t('security.passwords.phrases')} />
        <FormField
          {...numberField(parts, 'minPhraseLength')}
          label={t('security.passwords.minPhraseLength')}
          note={t('security.inCharacters')}
        />
      </div>
    </PolicyCard>
  );
}

function Reuse(parts: CardParts) {
  const { t } = parts;
  return (
    <PolicyCard {...cardOf(parts, 'reuse')}>
      <div className={s.pair}>
        <FormField {...boxField(parts, 'reuse')} label={t('security.reuse.reuse')} />
        <FormField {...numberField(parts, 'historySize')} label={t('security.reuse.historySize')} />
      </div>
    </PolicyCard>
  );
}

function Expiry(parts: CardParts) {
  const { t } = parts;
  return (
    <PolicyCard {...cardOf(parts, 'expiry')}>
      <FormField {...boxField(parts, 'expires')} label={t('security.expiry.expires')} />
      <div className={s.pair}>
        <FormField
          {...numberField(parts, 'periodDays')}
          label={t('security.expiry.periodDays')}
          note={t('security.inDays')}
        />
        <FormField
          {...numberField(parts, 'noticeDays')}
          label={t('security.expiry.noticeDays')}
          note={t('security.inDays')}
        />
      </div>
    </PolicyCard>
  );
}

function Lockout(parts: CardParts) {
  const { t } = parts;
  return (
    <PolicyCard {...cardOf(parts, 'lockout')}>
      <div className={s.pair}>
        <FormField {...boxField(parts, 'lockout')} label={t('security.lockout.lockout')} />
        <FormField {...numberField(parts, 'maxAttempts')} label={t('security.lockout.maxAttempts')} />
      </div>
    </PolicyCard>
  );
}

function Sessions(parts: CardParts) {
  const { t, typed, fields, choices } = parts;
  return (
    <PolicyCard {...cardOf(parts, 'sessions')}>
      <div className={s.pair}>
        <FormField {...boxField(parts, 'concurrent')} label={t('security.sessions.concurrent')} />
        <FormField {...numberField(parts, 'maxSessions')} label={t('security.sessions.maxSessions')} />
      </div>
      <div className={s.pair}>
        <FormField {...boxField(parts, 'idle')} label={t('security.sessions.idle')} />
        <FormField
          {...numberField(parts, 'idleMinutes')}
          label={t('security.sessions.idleMinutes')}
          note={t('security.inMinutes')}
        />
      </div>
      <div className={s.pair}>
        <FormField {...boxField(parts, 'ends')} label={t('security.sessions.ends')} />
        <div className={s.amount}>
          <FormField {...numberField(parts, 'lifetime')} label={t('security.sessions.lifetime')} />
          <FormField
            name="lifetimeUnit"
            kind="select"
            label={t('security.sessions.lifetimeUnit')}
            error={fields.lifetimeUnit}
            defaultValue={typed.lifetimeUnit}
            options={choices.timeUnits.map((value) => ({ value, label: t(`security.${value}`) }))}
          />
        </div>
      </div>
    </PolicyCard>
  );
}

function Support(parts: CardParts) {
  const { t } = parts;
  return (
    <PolicyCard {...cardOf(parts, 'support')}>
      <FormField {...boxField(parts, 'clientViews')} label={t('security.support.clientViews')} />
    </PolicyCard>
  );
}
