import { useAnswer, usePage } from '../../../client/legacy/page';
import p from '../../../client/legacy/page.module.css';
import { Facts, Head, Section, type OpenedFromList } from '../../../client/legacy/pieces';
import { Button } from '../../../client/ui/button';
import { Loaded } from '../../../client/ui/loaded';
import { Notice } from '../../../client/ui/notice';
import type { UserDetail } from '../../../server/features/users/users.contract';
import { useAccessForms } from './access-forms';
import { useUserForms } from './user-forms';
import { SecuredWords, UserBadge } from './user-list';

/** One person: the account, the roles, and what they may see. */
export function UserView({ userId, arrived, onBack }: OpenedFromList & { userId: number }) {
  const { t, format, sentenceOf } = usePage();
  const user = useAnswer<UserDetail>(`/users/${userId}`);
  const forms = useUserForms();
  const access = useAccessForms(user.reload);
  return (
    <Loaded from={user} sentenceOf={sentenceOf}>
      {(detail) => {
        const { user: one, refused } = detail;
        const inactive = one.status === 'INACTIVE';
        const editable = !(refused.name && refused.email && refused.roles);
        const changeState = () => forms.openState(detail, user.reload);
        return (
          <>
            <Head
              title={one.fullName}
              sentence={t('users.oneSentence', { login: one.login })}
              arrived={arrived}
              back={{ label: t('users.title'), onClick: onBack }}
              actions={
                editable && (
                  <Button tone="primary" onClick={() => forms.openEdit(detail, user.reload)}>
                    {t('legacy.ui.edit')}
                  </Button>
                )
              }
            />
            <Reasons detail={detail} />
            {inactive && (
              <Notice tone="info" title={t('users.isInactive')}>
                <p>{t('users.reactivateLeads')}</p>
                {!refused.state && (
                  <Button size="small" onClick={changeState}>
                    {t('users.reactivate')}
                  </Button>
                )}
              </Notice>
            )}
            <Facts
              items={[
                { term: t('users.fields.status'), value: <UserBadge status={one.status} /> },
                { term: t('users.fields.email'), value: one.email },
                { term: t('users.fields.login'), value: one.login },
                { term: t('users.fields.userId'), value: String(one.userId) },
                { term: t('users.fields.ssoUser'), value: t(one.ssoUser ? 'legacy.yes' : 'legacy.no') },
                {
                  term: t('users.fields.lastSignInAt'),
                  value:
                    one.lastSignInAt === null ? t('users.neverSignedIn') : format.dateTime(one.lastSignInAt, 'UTC'),
                  ...(one.lastSignInAt === null ? {} : { note: 'UTC' }),
                },
                { term: t('users.fields.roles'), value: one.roleNames.join(', ') || t('users.noRoles') },
              ]}
            />
            <Section
              title={t('users.access')}
              note={
                <p className={p.small}>
                  <SecuredWords secured={one.secured} />
                </p>
              }
              actions={
                !refused.access && (
                  <>
                    {!refused.roles && <Button onClick={() => access.openCopy(detail)}>{t('users.copy')}</Button>}
                    {detail.items && <Button onClick={() => access.openWiden(detail)}>{t('users.widen')}</Button>}
                    <Button onClick={() => void access.openNarrow(detail)}>{t('users.narrow')}</Button>
                  </>
                )
              }
            >
              <SecuredItems items={detail.items} />
            </Section>
            {!refused.links && <LinkSection detail={detail} onSend={() => forms.openLink(detail)} />}
            {!inactive && !refused.state && (
              <section className={p.apart}>
                <div>
                  <h2>{t('users.deactivateHead')}</h2>
                  <p className={p.small}>{t('users.deactivateLeads')}</p>
                </div>
                <Button onClick={changeState}>{t('users.deactivate')}</Button>
              </section>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

/** Why buttons are missing, each reason once; that somebody is switched off stands above already. */
function Reasons({ detail: { refused } }: { detail: UserDetail }) {
  const { t } = usePage();
  const reasons = [...new Set(Object.values(refused))].filter((reason) => reason !== 'isInactive');
  return reasons.length === 0 ? null : (
    <Notice tone="info" title={t('users.notAll')}>
      {reasons.map((reason) => (
        <p key={reason}>{t(`users.${reason}`)}</p>
      ))}
    </Notice>
  );
}

function LinkSection({ detail: { user }, onSend }: { detail: UserDetail; onSend: () => void }) {
  const { t } = usePage();
  const invited = user.status === 'INVITED';
  return (
    <Section
      title={t(invited ? 'users.activationHead' : 'users.resetHead')}
      note={<p className={p.small}>{t(invited ? 'users.activationLeads' : 'users.resetLeads')}</p>}
      actions={<Button onClick={onSend}>{t(invited ? 'users.resend' : 'users.reset')}</Button>}
    >
      {null}
    </Section>
  );
}

function SecuredItems({ items }: Pick<UserDetail, 'items'>) {
  const { t } = usePage();
  if (items === null) return <p>{t('users.seesAllSentence')}</p>;
  if (items.sites.length + items.locations.length === 0) return <p>{t('users.seesNothingSentence')}</p>;
  return (
    <ul>
      {items.sites.map(({ siteId, siteName }) => (
        <li key={`s${siteId}`}>{siteName}</li>
      ))}
      {items.locations.map(({ locationId, locationName, siteName }) => (
        <li key={`l${locationId}`}>{t('users.locationOf', { location: locationName, site: siteName })}</li>
      ))}
    </ul>
  );
}
