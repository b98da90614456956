import { TeamPage } from '../../../../views/identity/team/team-page';
import { may } from '../../../platform/actor';
import { definePage, reply, type Context, type Route } from '../../../platform/http/define-route';
import { nameOfRole, offeredRoles } from '../../../platform/role-names';
import { withParameters } from '../../../platform/table/table-query';
import { usualInactiveSeconds } from '../../core/members/team.contract';
import { selectStats, type TeamQuery } from '../../core/members/team.store';
import type { IdentityParts } from '../../parts';
import { settingsOf } from '../account/account-page';
import { administrationPage } from '../administration/administration-page';
import { newPeopleRoutes } from './new-people.routes';
import { personRoutes } from './person.routes';
import { teamFileQuery, teamListQuery } from './team-forms.contract';
import { givenHere, rolesHere, teamRows } from './team-pages.presentation';
import type { TeamRow } from './team-rows.contract';
import { teamFilters } from './team.filters';
import { teamTable } from './team.table';

const teamPath = '/account/users';
const [read, write] = ['fe.secure.read.users', 'fe.secure.write.users'] as const;

const readerOf = ({ t, actor }: Context) => ({ t, permissions: actor.permissions });

type Filter = Pick<TeamQuery, 'text' | 'roleIds' | 'unenrolled' | 'breached' | 'inactiveSince'>;

function filterOf(
  { search, role, preset }: { search?: string | undefined; role?: string | undefined; preset?: string | undefined },
  now: Date,
): Filter {
  return {
    text: search === '' ? undefined : search,
    roleIds: role === undefined ? undefined : [role],
    unenrolled: preset === 'mfa-unenrolled',
    breached: preset === 'breached-passwords',
    inactiveSince: preset === 'inactive' ? new Date(now.getTime() - usualInactiveSeconds * 1000) : undefined,
  };
}

/** How many are read at once for the file. */
const piece = 500;

async function* rowsOfFile(context: Context, filter: Filter): AsyncGenerator<TeamRow> {
  for (let offset = 0; ; offset += piece) {
    const { rows } = await teamRows(context, { ...filter, limit: piece, offset });
    yield* rows;
    if (rows.length < piece) return;
  }
}

/** The people of an organization, for who looks after them. */
export const teamPages = (parts: IdentityParts): Route[] => [
  definePage({
    method: 'get',
    path: teamPath,
    access: read,
    query: teamListQuery,
    async handle({ query }, context) {
      const { db, t, url, actor, now } = context;
      const reader = readerOf(context);
      const asked = teamTable.state(query, { reader });
      const { column, direction } = asked.sort ?? { column: 'name' as const, direction: 'asc' as const };
      const filter = filterOf(query, now);
      const pageAt = (offset: number) =>
        teamRows(context, {
          ...filter,
          sort: { by: column, descending: direction === 'desc' },
          limit: asked.size,
          offset,
        });
      const first = await pageAt((asked.page - 1) * asked.size);
      const state = teamTable.within(first.total, asked);
      const { rows, total } = state.page === asked.page ? first : await pageAt(state.slice.offset);
      const roles = offeredRoles(givenHere(actor, await rolesHere(context))).map((role) => ({
        value: role.id,
        label: nameOfRole(t, role),
      }));
      const { done, page: _page, sort: _sort, ...chosen } = query;
      const view = (
        <TeamPage
          t={t}
          settings={settingsOf(context)}
          base={teamPath}
          filters={teamFilters.bar({ action: teamPath, url, values: query, offer: { t, roles } })}
          table={teamTable.view({ reader, url, state, rows, total })}
          csvHref={withParameters(`${teamPath}/export`, { ...chosen })}
          stats={await selectStats(db, { tenantNumber: actor.organisation.id, now })}
          open={may(actor, write) && actor.restriction === null}
          done={done && t('team.removed')}
        />
      );
      return administrationPage(view, context, { at: 'users', title: t('team.title') });
    },
  }),
  definePage({
    method: 'get',
    path: `${teamPath}/export`,
    access: read,
    walk: [],
    query: teamFileQuery,
    handle: ({ query }, context) =>
      reply.csv(teamTable.file('team.csv', rowsOfFile(context, filterOf(query, context.now)), readerOf(context))),
  }),
  ...newPeopleRoutes(parts, teamPath),
  ...personRoutes(teamPath),
];
