import { Button } from '../../client/ui/button';
import { classNames } from '../../client/ui/class-names';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { ChoiceSite, SecuredItems } from '../../server/domain/places/secured-items.contract';
import type { PersonNotification } from '../../server/features/alerts/alerts.contract';
import type { PersonDone } from '../../server/features/user-manager/user-manager.contract';
import { tickedIn } from '../../server/features/user-manager/user-manager.rules';
import type { RoleList, UserDetail, UserRow } from '../../server/features/users/users.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { DescriptionList } from '../layout/description-list';
import { PostForm } from '../layout/form';
import { problemIn, type FormFailure } from '../layout/form-failure';
import { Section } from '../layout/section';
import { localeNames } from '../locales';
import { AccessBoxes, RoleBoxes } from './access-boxes';
import { StatusBadge } from './people-page';
import { securedWords } from './secured-words';
import s from './user-manager.module.css';

interface PersonPageProps {
  t: Translate;
  settings: FormatSettings;
  base: string;
  person: Omit<UserRow, 'roleNames'> & {
    roleIds: number[];
    locale: keyof typeof localeNames;
    items: SecuredItems | null;
  };
  roles: RoleList['roles'];
  sites: ChoiceSite[];
  revision: string;
  /** Changes that cannot be made, with the reason. */
  barred: UserDetail['refused'];
  open: boolean;
  alerts: PersonNotification[];
  /** Alerts beyond those that are listed. */
  moreAlerts: number;
  /** Whoever looks may say who is told of alerts. */
  notifies: boolean;
  done: PersonDone | null;
  refused: (FormFailure & { form: string }) | null;
}

/** One of the people: account, access, and what they are told of. */
export function PersonPage(props: PersonPageProps) {
  const { t, settings, base, person, roles, open, notifies, done, refused } = props;
  const { fullName, login, email, status, ssoUser, lastSignInAt, secured, roleIds, locale } = person;
  const format = createFormat(settings);
  const held = roles.filter(({ roleId }) => roleIds.includes(roleId)).map(({ roleName }) => roleName);
  return (
    <>
      <PageHeader
        title={fullName}
        badge={<StatusBadge t={t} status={status} />}
        sentence={email}
        back={{ label: t('userManager.title'), href: base }}
      />
      {done && <Notice tone="success">{t(`userManager.done.${done}`, { name: fullName, email })}</Notice>}
      {refused && <Notice tone="error">{refused.sentence}</Notice>}
      <DescriptionList
        items={[
          { term: t('users.fields.login'), value: login },
          {
            term: t('users.fields.lastSignInAt'),
            value: lastSignInAt === null ? t('users.neverSignedIn') : format.dateTime(lastSignInAt),
          },
          { term: t('users.fields.locale'), value: localeNames[locale] },
          { term: t('users.fields.ssoUser'), value: t(ssoUser ? 'userManager.yes' : 'userManager.no') },
          { term: t('users.fields.roles'), value: held.join(', ') || t('users.noRoles') },
          { term: t('users.fields.secured'), value: securedWords(t, secured) },
        ]}
      />
      {open && (
        <>
          <AccountForm {...props} />
          <AccessForm {...props} />
          <SignInForms {...props} />
        </>
      )}
      {notifies && <Notifications {...props} />}
    </>
  );
}

const refusedOf = ({ refused }: PersonPageProps, form: string) => (refused?.form === form ? refused : null);

function AccountForm(props: PersonPageProps) {
  const { t, base, person, roles, revision, barred } = props;
  const refused = refusedOf(props, 'account');
  const typed = refused?.typed;
  // Their boxes are closed, and so not among what was sent.
  const fixed = roles.flatMap(({ roleId, grantable }) =>
    grantable || !person.roleIds.includes(roleId) ? [] : [roleId],
  );
  return (
    <Section id="account" title={t('userManager.account')}>
      <PostForm
        action={`${base}/people/${person.userId}/account`}
        className={s.form}
        aria-label={t('userManager.account')}
      >
        <input type="hidden" name="revision" value={revision} />
        <FormField
          name="fullName"
          label={t('users.fields.fullName')}
          required
          maxLength={200}
          autoComplete="off"
          readOnly={barred.name !== undefined}
          hint={barred.name && t(`users.${barred.name}`)}
          defaultValue={typed?.fullName ?? person.fullName}
          error={problemIn(refused, 'fullName')}
        />
        <FormField
          kind="email"
          name="email"
          label={t('users.fields.email')}
          required
          maxLength={254}
          autoComplete="off"
          readOnly={barred.email !== undefined}
          hint={barred.email && t(`users.${barred.email}`)}
          defaultValue={typed?.email ?? person.email}
          error={problemIn(refused, 'email')}
        />
        {barred.roles && <p className={s.muted}>{t(`users.${barred.roles}`)}</p>}
        {barred.roles === undefined ? (
          <RoleBoxes
            t={t}
            roles={roles}
            held={typed ? [...tickedIn(typed, 'roleIds'), ...fixed] : person.roleIds}
            error={problemIn(refused, 'roleIds')}
          />
        ) : (
          person.roleIds.map((roleId) => <input key={roleId} type="hidden" name={`role-${roleId}`} value="on" />)
        )}
        <div className={s.bar}>
          <Button type="submit" tone="primary">
            {t('global.save')}
          </Button>
        </div>
      </PostForm>
    </Section>
  );
}

function AccessForm(props: PersonPageProps) {
  const { t, base, person, sites, revision, barred } = props;
  const [refused, copying] = [refusedOf(props, 'access'), refusedOf(props, 'copy')];
  const typed = refused?.typed;
  const action = `${base}/people/${person.userId}`;
  return (
    <Section id="access" title={t('users.access')} sentence={t('userManager.accessSentence')}>
      {barred.access ? (
        <p className={s.muted}>{t(`users.${barred.access}`)}</p>
      ) : (
        <>
          <PostForm action={`${action}/access`} className={s.form} aria-label={t('users.access')}>
            <input type="hidden" name="revision" value={revision} />
            <AccessBoxes
              t={t}
              sites={sites}
              chosen={
                typed
                  ? {
                      sees: typed.sees === 'some' ? 'some' : 'all',
                      siteIds: tickedIn(typed, 'siteIds'),
                      locationIds: tickedIn(typed, 'locationIds'),
                    }
                  : {
                      sees: person.items ? 'some' : 'all',
                      siteIds: person.items?.siteIds ?? [],
                      locationIds: person.items?.locationIds ?? [],
                    }
              }
              error={problemIn(refused, 'items', 'siteIds', 'locationIds')}
            />
            <div className={s.bar}>
              <Button type="submit" tone="primary">
                {t('userManager.saveAccess')}
              </Button>
            </div>
          </PostForm>
          <PostForm action={`${action}/copy`} className={classNames(s.form, s.after)} aria-label={t('users.copy')}>
            <h3>{t('users.copy')}</h3>
            <p className={s.muted}>{t('users.copySentence')}</p>
            <input type="hidden" name="revision" value={revision} />
            <FormField
              kind="email"
              id="copy-email"
              name="email"
              label={t('userManager.copyFrom')}
              required
              maxLength={254}
              autoComplete="off"
              defaultValue={copying?.typed.email}
              error={problemIn(copying, 'email', 'fromUserId')}
            />
            <div className={s.bar}>
              <Button type="submit">{t('users.copy')}</Button>
            </div>
          </PostForm>
        </>
      )}
    </Section>
  );
}

function SignInForms({ t, base, person, revision, barred }: PersonPageProps) {
  const { userId, fullName, status } = person;
  const invited = status === 'INVITED';
  const off = status === 'INACTIVE';
  const action = `${base}/people/${userId}`;
  return (
    <Section id="sign-in" title={t('userManager.signIn')}>
      <div className={s.form}>
        <p className={s.muted}>{t(invited ? 'users.activationLeads' : 'users.resetLeads')}</p>
        {barred.links ? (
          <p className={s.muted}>{t(`users.${barred.links}`)}</p>
        ) : (
          <PostForm action={`${action}/link`}>
            <Button type="submit">{t(invited ? 'users.resend' : 'users.reset')}</Button>
          </PostForm>
        )}
        <p className={s.muted}>{t(off ? 'users.reactivateLeads' : 'users.deactivateLeads')}</p>
        {barred.state ? (
          <p className={s.muted}>{t(`users.${barred.state}`)}</p>
        ) : (
          <PostForm
            action={`${action}/status`}
            data-confirm={off ? undefined : t('users.deactivateTitle', { name: fullName })}
            data-confirm-yes={off ? undefined : t('users.deactivate')}
          >
            <input type="hidden" name="revision" value={revision} />
            <input type="hidden" name="act" value={off ? 'reactivate' : 'deactivate'} />
            <Button type="submit" {...(off ? {} : { tone: 'danger' as const })}>
              {t(off ? 'users.reactivate' : 'users.deactivate')}
            </Button>
          </PostForm>
        )}
      </div>
    </Section>
  );
}

const choices = ['none', 'IMMEDIATE', 'DAILY'] as const;

function Notifications(props: PersonPageProps) {
  const { t, settings, base, person, alerts, moreAlerts } = props;
  const refused = refusedOf(props, 'notifications');
  const format = createFormat(settings);
  const toldOf = ({ byEmail, frequency }: PersonNotification) => (byEmail ? frequency : 'none');
  const chosen = (alert: PersonNotification) => refused?.typed[`alert-${alert.alertId}`] ?? toldOf(alert);
  const options = choices.map((value) => ({
    value,
    label: value === 'none' ? t('userManager.notTold') : t(`notifications.frequencies.${value}`),
  }));
  return (
    <Section
      id="notifications"
      title={t('userManager.notifications')}
      sentence={t('userManager.notificationsSentence')}
    >
      {alerts.length === 0 ? (
        <p className={s.muted}>{t('userManager.noAlerts')}</p>
      ) : (
        <PostForm
          action={`${base}/people/${person.userId}/notifications`}
          className={s.form}
          aria-label={t('userManager.notifications')}
        >
          <ul className={s.alerts}>
            {alerts.map((alert) => (
              <li key={alert.alertId}>
                <span className={s.text} id={`alert-name-${alert.alertId}`}>
                  {alert.alertName}
                </span>
                {alert.editable && person.status !== 'INACTIVE' ? (
                  <>
                    <FormField
                      kind="select"
                      name={`alert-${alert.alertId}`}
                      label={alert.alertName}
                      hideLabel
                      options={options}
                      defaultValue={chosen(alert)}
                    />
                    <input type="hidden" name={`shown-${alert.alertId}`} value={toldOf(alert)} />
                  </>
                ) : (
                  <span>{options.find(({ value }) => value === chosen(alert))?.label}</span>
                )}
              </li>
            ))}
          </ul>
          {moreAlerts > 0 && (
            <p className={s.muted}>
              {t('userManager.moreAlerts', { count: moreAlerts, number: format.number(moreAlerts) })}
            </p>
          )}
          {person.status !== 'INACTIVE' && alerts.some(({ editable }) => editable) && (
            <div className={s.bar}>
              <Button type="submit">{t('userManager.saveNotifications')}</Button>
            </div>
          )}
        </PostForm>
      )}
    </Section>
  );
}
