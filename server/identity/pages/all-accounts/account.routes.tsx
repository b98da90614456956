import { AccountPage } from '../../../../views/identity/all-accounts/account-page';
import { DeleteAccountPage } from '../../../../views/identity/all-accounts/delete-account-page';
import { may } from '../../../platform/actor';
import { fail } from '../../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { switchTenant } from '../../core/profiles/profile.service';
import { countPeople, countRightBelow } from '../../core/tenants/branch.store';
import { deleteSubTenant, renameSubTenant } from '../../core/tenants/sub-tenant.service';
import type { IdentityParts } from '../../parts';
import { reachingOf } from '../../protocols/tenants/reaching';
import { problemOf, settingsOf, type Problem } from '../account/account-page';
import { administrationPage } from '../administration/administration-page';
import { accountParams, accountQuery, deleteForm, nameForm } from './all-accounts-forms.contract';
import {
  accountIn,
  accountOf,
  accountsPath as base,
  deleteAccounts,
  readAccounts,
  writeAccess,
  writeAccounts,
  type AccountShown,
} from './all-accounts-page';
import { mostPeople, peopleOf, rolesToGive } from './people-of-account';

type Ports = Pick<IdentityParts, 'holdsData' | 'countPlaces'>;

interface Shown {
  done?: string | undefined;
  page?: number;
  refused?: { form: 'name' | 'add' | 'other'; typed: Record<string, string> } & Problem;
}

/** An account below with its people, and all that can be done with it. */
export async function accountPage(context: Context, id: string, shown: Shown = {}): Promise<Reply> {
  const { t, db, now, actor } = context;
  const at = await accountOf(context, id);
  const { account, own, above, mayThere } = at;
  const { refused, page = 1 } = shown;
  const seesPeople = account.status === 'ACTIVE' && mayThere(readAccounts, 'fe.secure.read.users');
  const people = seesPeople ? await peopleOf(context, at, page) : null;
  const view = (
    <AccountPage
      t={t}
      settings={settingsOf(context)}
      base={base}
      account={{
        id: account.id,
        name: account.name,
        suspended: account.status !== 'ACTIVE',
        createdAt: account.createdAt.toISOString(),
        path: [own.name, ...above.filter(({ level }) => level > 0).map(({ name }) => name)],
        people: await countPeople(db, account.number, now),
        below: await countRightBelow(db, account.number),
        resells: account.isReseller,
      }}
      people={people}
      peoplePage={{ page, size: mostPeople }}
      newRoles={people ? await rolesToGive(context, at, refused?.form === 'add' ? refused.typed : null) : []}
      can={{
        open: account.status === 'ACTIVE' && actor.clientView === null && at.permissions !== null,
        create: account.isReseller && mayThere(writeAccounts),
        rename: mayThere(writeAccounts),
        remove: mayThere(deleteAccounts),
        people: mayThere(writeAccess, 'fe.secure.write.users'),
        takeOut: mayThere(writeAccess, 'fe.secure.delete.users'),
      }}
      done={shown.done}
      refused={refused}
    />
  );
  return administrationPage(view, context, { at: 'allAccounts', title: account.name, status: refused?.status });
}

/** Why an account has to stay, in the words of the call that refuses it. */
async function whyItStays({ db }: Context, { account }: AccountShown, { holdsData }: Ports) {
  const below = await countRightBelow(db, account.number);
  const holds = await holdsData(db, account.number);
  if (account.status !== 'ACTIVE') return { below, holds, why: 'subTenants.suspended' as const };
  if (below > 0) return { below, holds, why: 'subTenants.holdsOthers' as const };
  return { below, holds, why: holds ? ('subTenants.holdsData' as const) : null };
}

async function deletePage(
  context: Context,
  { id, ports, refused }: { id: string; ports: Ports; refused?: { typed: Record<string, string> } & Problem },
): Promise<Reply> {
  const { t, db, now } = context;
  const at = await accountOf(context, id);
  const { account } = at;
  const { below, holds, why } = await whyItStays(context, at, ports);
  const view = (
    <DeleteAccountPage
      t={t}
      settings={settingsOf(context)}
      base={base}
      account={{ id: account.id, name: account.name }}
      depends={{
        people: await countPeople(db, account.number, now),
        below,
        ...(await ports.countPlaces(db, account.number)),
        events: holds,
      }}
      why={why && t(why)}
      refused={refused}
    />
  );
  const title = t('allAccounts.deleteTitle', { name: account.name });
  return administrationPage(view, context, { at: 'allAccounts', title, status: refused?.status });
}

/** One account below: its page, its name, the way into it, and its end. */
export function accountRoutes(ports: Ports): Route[] {
  const at = `${base}/:accountId` as const;
  return [
    definePage({
      method: 'get',
      path: at,
      access: readAccounts,
      params: accountParams,
      query: accountQuery,
      handle: ({ params, query: { done, page } }, context) =>
        accountPage(context, params.accountId, { page, done: done && context.t(`allAccounts.done.${done}`) }),
    }),
    definePage({
      method: 'post',
      path: `${at}/name`,
      access: writeAccounts,
      notInClientView: true,
      freshProof: base,
      params: accountParams,
      body: nameForm,
      async handle({ params: { accountId: id }, body: { name } }, context) {
        await renameSubTenant(context.acting, { ...(await reachingOf(context)), id, name });
        return reply.redirect(`${base}/${id}?done=renamed`);
      },
      again: (failure, typed, context) =>
        accountPage(context, accountIn(context), {
          refused: { form: 'name', typed, ...problemOf(failure, context) },
        }),
    }),
    definePage({
      method: 'post',
      path: `${at}/open`,
      // Going on in another tenant of theirs is everybody’s own.
      access: 'signed-in',
      notInClientView: true,
      params: accountParams,
      async handle({ params: { accountId } }, { acting, actor, visitor: { ip, audit } }) {
        await switchTenant(acting, { tenantId: accountId, sessionId: actor.sessionId, ip, audit });
        return reply.redirect('/');
      },
      again(failure, typed, context) {
        if (!may(context.actor, readAccounts)) throw failure;
        return accountPage(context, accountIn(context), {
          refused: { form: 'other', typed, ...problemOf(failure, context) },
        });
      },
    }),
    definePage({
      method: 'get',
      path: `${at}/delete`,
      access: deleteAccounts,
      params: accountParams,
      handle: ({ params }, context) => deletePage(context, { id: params.accountId, ports }),
    }),
    definePage({
      method: 'post',
      path: `${at}/delete`,
      access: deleteAccounts,
      notInClientView: true,
      freshProof: base,
      params: accountParams,
      body: deleteForm,
      async handle({ params: { accountId: id }, body: { name } }, context) {
        const { account } = await accountOf(context, id);
        if (name.trim() !== account.name)
          throw fail.unprocessable('allAccounts.wrongName', {
            fields: [{ field: 'name', code: 'allAccounts.wrongName' }],
          });
        await deleteSubTenant(context.acting, { ...(await reachingOf(context)), id }, ports);
        return reply.redirect(`${base}?done=deleted`);
      },
      again: (failure, typed, context) =>
        deletePage(context, {
          id: accountIn(context),
          ports,
          refused: { typed, ...problemOf(failure, context) },
        }),
    }),
    ...(['name', 'open'] as const).map((form) =>
      definePage({
        method: 'get',
        path: `${at}/${form}`,
        access: readAccounts,
        walk: [],
        params: accountParams,
        handle: ({ params }) => reply.redirect(`${base}/${params.accountId}`),
      }),
    ),
  ];
}
