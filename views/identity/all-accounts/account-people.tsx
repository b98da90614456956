import { Button } from '../../../client/ui/button';
import { Fold } from '../../../client/ui/fold';
import { FormField } from '../../../client/ui/form-field';
import { Pagination } from '../../../client/ui/pagination';
import type { AccountPerson } from '../../../server/identity/pages/all-accounts/all-accounts.contract';
import { PostForm } from '../../layout/form';
import { Section } from '../../layout/section';
import { RoleBoxes } from '../team/role-boxes';
import type { AccountPageProps } from './account-page-props';
import s from './all-accounts.module.css';

type Props = AccountPageProps & { people: NonNullable<AccountPageProps['people']> };

/** Who is in an account, with their roles there and whether they go on below it. */
export function AccountPeople(props: Props) {
  const {
    t,
    base,
    account,
    people: { people, total },
    peoplePage: { page, size },
    can,
  } = props;
  const at = (to: number) => `${base}/${account.id}?page=${to}#people`;
  const from = (page - 1) * size;
  return (
    <>
      <Section id="people" title={t('allAccounts.people')} sentence={t('allAccounts.peopleLead')}>
        {total === 0 && <p className={s.muted}>{t('allAccounts.noPeople')}</p>}
        <ul className={s.people}>
          {people.map((person) => (
            <li key={person.id} className={s.person}>
              <PersonRow {...props} person={person} />
            </li>
          ))}
        </ul>
        {total > size && (
          <Pagination
            of={t('allAccounts.people')}
            from={from + 1}
            to={from + people.length}
            total={total}
            previousHref={page > 1 ? at(page - 1) : undefined}
            nextHref={from + people.length < total ? at(page + 1) : undefined}
          />
        )}
      </Section>
      {can.people && <AddPerson {...props} />}
    </>
  );
}

function PersonRow({ t, base, account, can, person }: Props & { person: AccountPerson }) {
  const { id, name, email, roles, reaches, yourself } = person;
  const form = `${base}/${account.id}/people/${id}`;
  return (
    <>
      <div className={s.who}>
        <p>
          {name}
          {name !== email && <span className={s.way}>{email}</span>}
        </p>
        <p>
          {roles.length === 0 ? t('team.noRoles') : roles.join(', ')}
          <span className={s.way}>{t(reaches ? 'allAccounts.reaches' : 'allAccounts.staysHere')}</span>
        </p>
      </div>
      {!yourself && (can.people || can.takeOut) && (
        <Fold
          quiet
          title={
            <>
              {t('allAccounts.change')}
              <span className="visually-hidden"> {name}</span>
            </>
          }
        >
          <div className={s.change}>
            {can.people && (
              <PostForm action={`${form}/roles`} className={s.form}>
                <RoleBoxes t={t} of={id} roles={person.offered} />
                <Button type="submit">{t('allAccounts.saveRoles')}</Button>
              </PostForm>
            )}
            <div className={s.actions}>
              {can.people && (
                <PostForm action={`${form}/access`}>
                  <input type="hidden" name="act" value={reaches ? 'deny' : 'allow'} />
                  <Button type="submit">{t(reaches ? 'allAccounts.deny' : 'allAccounts.allow')}</Button>
                </PostForm>
              )}
              {can.takeOut && (
                <PostForm
                  action={`${form}/remove`}
                  data-confirm={t('allAccounts.removeConfirm', { name })}
                  data-confirm-yes={t('allAccounts.remove')}
                >
                  <Button type="submit" tone="danger">
                    {t('allAccounts.remove')}
                  </Button>
                </PostForm>
              )}
            </div>
          </div>
        </Fold>
      )}
    </>
  );
}

function AddPerson({ t, base, account, newRoles, refused }: Props) {
  const { typed = {}, fields = {} } = refused?.form === 'add' ? refused : {};
  return (
    <Section id="add" title={t('allAccounts.add')} sentence={t('allAccounts.addLead')}>
      <PostForm action={`${base}/${account.id}/people`} className={s.form}>
        <FormField
          name="email"
          kind="email"
          label={t('allAccounts.emails')}
          required
          maxLength={254}
          autoComplete="off"
          defaultValue={typed.email}
          error={fields.email}
        />
        <FormField
          name="name"
          id="person-name"
          label={t('allAccounts.personName')}
          note={t('security.optional')}
          maxLength={200}
          autoComplete="off"
          defaultValue={typed.name}
          error={fields.name}
        />
        <RoleBoxes t={t} of="add" roles={newRoles} />
        <FormField
          name="below"
          kind="checkbox"
          value="on"
          label={t('allAccounts.allowBelow')}
          defaultChecked={typed.below === 'on'}
        />
        <Button type="submit" tone="primary">
          {t('allAccounts.addAction')}
        </Button>
      </PostForm>
    </Section>
  );
}
