import { AddedPage } from '../../../../views/identity/team/added-page';
import { NewPeoplePage, type NewPeoplePageProps } from '../../../../views/identity/team/new-people-page';
import type { ActingPersonally } from '../../../platform/acting';
import { fail, Failure } from '../../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { sentence } from '../../../platform/i18n/messages';
import { nameOfRole } from '../../../platform/role-names';
import { makeInviteLink, revokeInviteLink, readableToken, showInviteLink } from '../../core/invitations/invite.service';
import type { InviteLink } from '../../core/invitations/invite.store';
import { newTeamUser } from '../../core/members/team.contract';
import { addTeamUsers, type Adding } from '../../core/members/team.service';
import type { IdentityParts } from '../../parts';
import { problemOf, settingsOf, type Problem } from '../account/account-page';
import { administrationPage } from '../administration/administration-page';
import { signUpPath } from '../sign-in/sign-up.routes';
import { peopleOf } from './people-lines.rules';
import { addForm, linkForm, mostAdded, newQuery, tickedRoles } from './team-forms.contract';
import { offered, rolesHere, secondsUntil } from './team-pages.presentation';

const write = 'fe.secure.write.users';
const personTyped = newTeamUser.pick({ email: true, name: true });

/** Of the lines that are no address nothing is asked. */
function sorted(text: string) {
  const people = peopleOf(text);
  if (people.length > mostAdded)
    throw fail.unprocessable('team.tooMany', {
      fields: [{ field: 'people', code: 'team.tooMany', params: { count: mostAdded } }],
    });
  return people.map((typed) => ({ typed, read: personTyped.safeParse(typed) }));
}

/** null: there is none; `beyond`: it gives more than whoever looks may give. */
async function linkShown(acting: ActingPersonally): Promise<InviteLink | 'beyond' | null> {
  try {
    return await showInviteLink(acting);
  } catch (error) {
    if (error instanceof Failure && error.status === 404) return null;
    if (error instanceof Failure && error.code === 'identity.beyondYours') return 'beyond';
    throw error;
  }
}

interface Shown {
  done?: NewPeoplePageProps['done'];
  /** The form that was refused, and what was typed in it. */
  refused?: { form: 'add' | 'link'; typed: Record<string, string> } & Problem;
}

export function newPeopleRoutes({ config, tokens: { secrets } }: IdentityParts, base: `/${string}`): Route[] {
  const at = `${base}/new` as const;

  async function page(context: Context, { done, refused }: Shown = {}): Promise<Reply> {
    const { t, acting, actor } = context;
    const roles = await rolesHere(context);
    const offer = (form: 'add' | 'link') => {
      const typed = refused?.form === form ? tickedRoles(refused.typed) : null;
      return offered(context, roles, {
        held: () => false,
        ticked: ({ id, isDefault }) => (typed ? typed.includes(id) : isDefault),
      });
    };
    const link = actor.restriction === null ? await linkShown(acting) : null;
    const addressOf = (shown: InviteLink): string | null => {
      const invitationToken = readableToken(secrets, shown);
      return invitationToken && `${config.publicUrl}${signUpPath}?${new URLSearchParams({ invitationToken })}`;
    };
    const view = (
      <NewPeoplePage
        t={t}
        settings={settingsOf(context)}
        base={base}
        most={mostAdded}
        roles={{ add: offer('add'), link: offer('link') }}
        link={
          link === null || link === 'beyond'
            ? link
            : {
                address: addressOf(link),
                expiresAt: link.expiresAt.toISOString(),
                uses: link.uses,
                maxUses: link.maxUses,
                roles: roles.filter(({ id }) => link.roleIds.includes(id)).map((role) => nameOfRole(t, role)),
              }
        }
        open={actor.restriction === null}
        done={done}
        refused={refused}
      />
    );
    return administrationPage(view, context, { at: 'users', title: t('team.add'), status: refused?.status });
  }

  const again = (form: 'add' | 'link') => (failure: Failure, typed: Record<string, string>, context: Context) =>
    page(context, { refused: { form, typed, ...problemOf(failure, context) } });

  const said = (context: Context, one: Adding) =>
    one.outcome === 'refused'
      ? { email: one.email, reason: reasonOf(context, one.failure) }
      : { email: one.email, outcome: one.outcome, href: `${base}/${one.id}` };

  return [
    definePage({
      method: 'get',
      path: at,
      access: write,
      query: newQuery,
      handle: ({ query }, context) => page(context, query),
    }),
    definePage({
      method: 'post',
      path: at,
      access: write,
      notInClientView: true,
      freshProof: at,
      body: addForm,
      async handle({ body: { people, roleIds, ...end } }, context) {
        const { t, acting } = context;
        const lines = sorted(people);
        const expirationInSeconds = secondsUntil(end, context);
        const added = await addTeamUsers(
          acting,
          lines.flatMap(({ read }) => (read.success ? [{ ...read.data, roleIds, expirationInSeconds }] : [])),
        );
        const unread = lines.flatMap(({ typed, read }) =>
          read.success ? [] : [{ email: typed.email, reason: t('team.notRead') }],
        );
        const view = <AddedPage t={t} base={base} people={[...added.map((one) => said(context, one)), ...unread]} />;
        return administrationPage(view, context, { at: 'users', title: t('team.result') });
      },
      again: again('add'),
    }),
    definePage({
      method: 'post',
      path: `${base}/invite`,
      access: write,
      notInClientView: true,
      freshProof: at,
      body: linkForm,
      async handle({ body: { days, uses, roleIds } }, { acting }) {
        await makeInviteLink(acting, secrets, { expiresInMinutes: days * 1440, maxUses: uses, roleIds });
        return reply.redirect(`${at}?done=linkMade#link`);
      },
      again: again('link'),
    }),
    definePage({
      method: 'post',
      path: `${base}/invite/revoke`,
      access: write,
      notInClientView: true,
      freshProof: at,
      async handle(_input, { acting }) {
        await revokeInviteLink(acting);
        return reply.redirect(`${at}?done=linkRevoked#link`);
      },
      again: again('link'),
    }),
    ...(['invite', 'invite/revoke'] as const).map((form) =>
      definePage({ method: 'get', path: `${base}/${form}`, access: write, walk: [], handle: () => reply.redirect(at) }),
    ),
  ];
}

function reasonOf({ t }: Context, { code, options: { fields = [], params } }: Failure): string {
  const [field] = fields;
  return field ? sentence(t, field.code, field.params) : sentence(t, code, params);
}
