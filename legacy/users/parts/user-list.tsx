import { ListView, useList, type ListColumn } from '../../../client/legacy/list-view';
import { useAnswer, usePage } from '../../../client/legacy/page';
import p from '../../../client/legacy/page.module.css';
import { Head, NotSaid } from '../../../client/legacy/pieces';
import { Badge } from '../../../client/ui/badge';
import { Button } from '../../../client/ui/button';
import type { FormFieldProps } from '../../../client/ui/form-field';
import { Notice } from '../../../client/ui/notice';
import type { RoleList, UserList as Users, UserRow, UserSort } from '../../../server/features/users/users.contract';
import { useUserForms } from './user-forms';

const usualSort = 'fullName';
const rowsPerPage = 10;
const states = ['ACTIVE', 'INVITED', 'INACTIVE'] as const;

/** Everybody of the organisation, with the way into each. */
export function UserList({ arrived, onOpen }: { arrived: boolean; onOpen: (userId: number) => void }) {
  const { t, format } = usePage();
  const known = useAnswer<RoleList>('/users/roles');
  const { openNewUser } = useUserForms();
  const limited = known.data?.limited ?? false;
  const fields: FormFieldProps[] = [
    { name: 'text', kind: 'search', label: t('legacy.ui.search') },
    {
      name: 'status',
      kind: 'select',
      label: t('users.fields.status'),
      options: [
        { value: '', label: t('global.all') },
        ...states.map((value) => ({ value, label: t(`users.states.${value}`) })),
      ],
    },
  ];
  const list = useList<Users>({
    path: '/users',
    fields: fields.map(({ name }) => name),
    usualSort,
    rows: rowsPerPage,
    byOffset: true,
  });
  const column = (key: UserSort, extra: Partial<ListColumn<UserRow>> = {}): ListColumn<UserRow> => ({
    key,
    label: t(`users.fields.${key}`),
    sortable: true,
    cell: (user) => String(user[key] ?? '–'),
    ...extra,
  });
  return (
    <>
      <Head
        title={t('users.title')}
        sentence={t('users.sentence')}
        arrived={arrived}
        actions={
          known.data &&
          !limited && (
            <Button tone="primary" icon="plus" onClick={() => openNewUser(known.data as RoleList, onOpen)}>
              {t('users.new')}
            </Button>
          )
        }
      />
      {limited && <Notice tone="info" title={t('users.limitedToSites')} />}
      <ListView
        list={list}
        fields={fields}
        usualSort={usualSort}
        caption={t('users.title')}
        count={({ total }) => ({ figure: format.number(total), words: t('users.count', { count: total }) })}
        empty={{ title: t('users.emptyTitle'), sentence: t('users.emptySentence') }}
        rowsOf={({ users }) =>
          users.map((row) => ({
            key: String(row.userId),
            row,
            onOpen: () => onOpen(row.userId),
            greyed: row.status === 'INACTIVE',
            note: <span className={p.onPhone}>{row.email}</span>,
          }))
        }
        columns={[
          column('fullName', { primary: true }),
          { key: 'userId', label: t('users.fields.userId'), cell: ({ userId }) => String(userId) },
          column('login'),
          column('email'),
          {
            key: 'roles',
            label: t('users.fields.roles'),
            cell: ({ roleNames }) => roleNames.join(', ') || <NotSaid reason={t('users.noRoles')} />,
          },
          { key: 'secured', label: t('users.fields.secured'), cell: (user) => <SecuredWords secured={user.secured} /> },
          {
            key: 'ssoUser',
            label: t('users.fields.ssoUser'),
            cell: ({ ssoUser }) => t(ssoUser ? 'legacy.yes' : 'legacy.no'),
          },
          column('lastSignInAt', {
            cell: ({ lastSignInAt }) =>
              lastSignInAt === null ? (
                <NotSaid reason={t('users.neverSignedIn')} />
              ) : (
                format.date(lastSignInAt.slice(0, 10))
              ),
          }),
          column('status', { primary: true, cell: (user) => <UserBadge status={user.status} /> }),
        ]}
      />
    </>
  );
}

export function UserBadge({ status }: Pick<UserRow, 'status'>) {
  const { t } = usePage();
  const words = t(`users.states.${status}`);
  if (status === 'ACTIVE') return <Badge tone="less">{words}</Badge>;
  return status === 'INVITED' ? <Badge tone="attention">{words}</Badge> : <Badge>{words}</Badge>;
}

/** How much somebody sees, in few words. */
export function SecuredWords({ secured }: Pick<UserRow, 'secured'>) {
  const { t } = usePage();
  if (secured === null) return t('users.seesAll');
  const { sites, locations } = secured;
  if (sites + locations === 0) return t('users.seesNothing');
  return [sites > 0 && t('users.sites', { count: sites }), locations > 0 && t('users.locations', { count: locations })]
    .filter(Boolean)
    .join(', ');
}
