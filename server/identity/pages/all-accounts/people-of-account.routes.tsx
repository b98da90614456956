import type { Failure } from '../../../platform/errors';
import { definePage, reply, type Context, type Route } from '../../../platform/http/define-route';
import {
  addSubUsers,
  changeSubUserRoles,
  removeSubUser,
  setAccessIn,
} from '../../core/members/sub-tenant-users.service';
import { alsoNeeds, reachingOf } from '../../protocols/tenants/reaching';
import { problemOf } from '../account/account-page';
import { accountPage } from './account.routes';
import { accessForm, accountParams, addPersonForm, personParams, rolesForm } from './all-accounts-forms.contract';
import { accountIn, accountOf, accountsPath as base, readAccounts, writeAccess } from './all-accounts-page';
import { rolesWanted } from './people-of-account';

const at = `${base}/:accountId` as const;

const posted = {
  method: 'post',
  access: writeAccess,
  condition: alsoNeeds('fe.secure.write.users'),
  notInClientView: true,
  freshProof: base,
} as const;

const again = (form: 'add' | 'other') => (failure: Failure, typed: Record<string, string>, context: Context) =>
  accountPage(context, accountIn(context), { refused: { form, typed, ...problemOf(failure, context) } });

const back = (id: string, done: string) => reply.redirect(`${base}/${id}?done=${done}#people`);

/** The people of an account below: who is in, with which roles, and whether they go on below it. */
export const peoplePages: Route[] = [
  definePage({
    ...posted,
    path: `${at}/people`,
    params: accountParams,
    body: addPersonForm,
    async handle({ params: { accountId: tenantId }, body: { email, name, below, roleIds } }, context) {
      await addSubUsers(context.acting, await reachingOf(context), {
        users: [{ email, name: name === '' ? undefined : name }],
        tenantId,
        roleIds,
        allowSubAccountAccess: below === 'on',
      });
      return back(tenantId, 'added');
    },
    again: again('add'),
  }),
  definePage({
    ...posted,
    path: `${at}/people/:memberId/roles`,
    params: personParams,
    body: rolesForm,
    async handle({ params: { accountId: tenantId, memberId }, body: { roleIds: ticked } }, context) {
      const roleIds = await rolesWanted(context, await accountOf(context, tenantId), { memberId, ticked });
      await changeSubUserRoles(context.acting, await reachingOf(context), {
        userId: memberId,
        how: 'set',
        subTenantsRoles: [{ tenantId, roleIds }],
      });
      return back(tenantId, 'roles');
    },
    again: again('other'),
  }),
  definePage({
    ...posted,
    path: `${at}/people/:memberId/access`,
    params: personParams,
    body: accessForm,
    async handle({ params: { accountId: tenantId, memberId: userId }, body: { act } }, context) {
      const allowAccess = act === 'allow';
      await setAccessIn(context.acting, await reachingOf(context), { userId, allowAccess, tenantIds: [tenantId] });
      return back(tenantId, allowAccess ? 'allowed' : 'limited');
    },
    again: again('other'),
  }),
  definePage({
    ...posted,
    path: `${at}/people/:memberId/remove`,
    condition: alsoNeeds('fe.secure.delete.users'),
    params: personParams,
    async handle({ params: { accountId: tenantId, memberId: userId } }, context) {
      await removeSubUser(context.acting, await reachingOf(context), { userId, subTenants: [{ tenantId }] });
      return back(tenantId, 'removed');
    },
    again: again('other'),
  }),
  definePage({
    method: 'get',
    path: `${at}/people`,
    access: readAccounts,
    walk: [],
    params: accountParams,
    handle: ({ params }) => reply.redirect(`${base}/${params.accountId}`),
  }),
  ...(['roles', 'access', 'remove'] as const).map((form) =>
    definePage({
      method: 'get',
      path: `${at}/people/:memberId/${form}`,
      access: readAccounts,
      walk: [],
      params: personParams,
      handle: ({ params }) => reply.redirect(`${base}/${params.accountId}`),
    }),
  ),
];
