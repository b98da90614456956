import type { z } from 'zod';
import { dayWriter } from '../../../../views/events/write-day';
import { AuditPage } from '../../../../views/identity/audits/audit-page';
import { AuditsPage } from '../../../../views/identity/audits/audits-page';
import { may } from '../../../platform/actor';
import { askForCheck, changeRetention } from '../../../platform/audit-chain/audit-chain.service';
import { countUnsealed, findChain } from '../../../platform/audit-chain/audit-chain.store';
import {
  exportChanges,
  findChange,
  listAreas,
  listChanges,
  type AuditFilter,
} from '../../../platform/audit-log/audit-log.store';
import { fieldsOfChange } from '../../../platform/audit-log/change-fields.rules';
import { fail } from '../../../platform/errors';
import { definePage, reply, type Context, type Route } from '../../../platform/http/define-route';
import { withParameters } from '../../../platform/table/table-query';
import { addDays, instantOf } from '../../../platform/time';
import { unlimited } from '../../protocols/wire/identity-surface';
import { settingsOf } from '../account/account-page';
import { administrationPage } from '../administration/administration-page';
import { areaName } from './audit-areas';
import { auditParams, auditsFileQuery, auditsQuery, keepChoices, keepForm } from './audits.contract';
import { auditsFilters } from './audits.filters';
import { auditsTable } from './audits.table';

const path = '/account/audits';
const read = 'fe.secure.read.audits';
const write = 'fe.secure.write.securityPolicy';

/** Days of the filters are the organization's. */
function filterOf(
  { search, area, severity, from, to }: z.output<typeof auditsFileQuery>,
  { actor }: Pick<Context, 'actor'>,
): AuditFilter {
  const { timeZone } = actor.organisation;
  return {
    text: search,
    area,
    severity,
    from: from ? instantOf(from, '00:00:00', timeZone) : undefined,
    until: to ? instantOf(addDays(to, 1), '00:00:00', timeZone) : undefined,
  };
}

const readerOf = ({ t, actor }: Context) => ({ t, permissions: actor.permissions });

async function integrityOf({ db, actor }: Context) {
  const organisationId = actor.organisation.id;
  const chain = await findChain(db, organisationId);
  return {
    checkedAt: chain?.checkedAt?.toISOString() ?? null,
    checkedRows: chain?.checkedRows ?? 0,
    fault: chain?.fault ?? null,
    waiting: await countUnsealed(db, organisationId),
    keepMonths: chain?.keepMonths ?? null,
  };
}

/** Who did what, for who looks after the organization. */
export const auditPages: Route[] = [
  definePage({
    method: 'get',
    path,
    access: read,
    condition: unlimited,
    query: auditsQuery,
    async handle({ query }, context) {
      const { db, t, url, actor, locale } = context;
      const reader = readerOf(context);
      const organisationId = actor.organisation.id;
      const filter = filterOf(query, context);
      const asked = auditsTable.state(query, { reader });
      const { column, direction } = asked.sort ?? { column: 'at' as const, direction: 'desc' as const };
      const pageAt = (offset: number) =>
        listChanges(db, organisationId, {
          filter,
          sort: { by: column, descending: direction === 'desc' },
          limit: asked.size,
          offset,
        });
      const first = await pageAt((asked.page - 1) * asked.size);
      const state = auditsTable.within(first.total, asked);
      const { changes, total } = state.page === asked.page ? first : await pageAt(state.slice.offset);
      const areas = (await listAreas(db, organisationId))
        .map((value) => ({ value, label: areaName(t, value) }))
        .sort((one, other) => one.label.localeCompare(other.label, locale.replace('_', '-')));
      const { done, page: _page, sort: _sort, ...chosen } = query;
      const settings = settingsOf(context);
      const view = (
        <AuditsPage
          t={t}
          settings={settings}
          base={path}
          filters={auditsFilters.bar({
            action: path,
            url,
            values: query,
            offer: { t, areas, writeDay: dayWriter(settings) },
          })}
          table={auditsTable.view({ reader, url, state, rows: changes, total })}
          csvHref={withParameters(`${path}/export`, { ...chosen })}
          integrity={await integrityOf(context)}
          keepChoices={keepChoices}
          open={may(actor, write)}
          done={done}
        />
      );
      return administrationPage(view, context, { at: 'audits', title: t('audits.title') });
    },
  }),
  definePage({
    method: 'get',
    path: `${path}/export`,
    access: read,
    condition: unlimited,
    walk: [],
    query: auditsFileQuery,
    handle({ query }, context) {
      const rows = exportChanges(context.db, context.actor.organisation.id, {
        filter: filterOf(query, context),
        descending: true,
      });
      return reply.csv(auditsTable.file('audits.csv', rows, readerOf(context)));
    },
  }),
  definePage({
    method: 'post',
    path: `${path}/check`,
    access: write,
    condition: unlimited,
    notInClientView: true,
    async handle(_input, { acting }) {
      await askForCheck(acting);
      return reply.redirect(`${path}?done=checking#integrity`);
    },
  }),
  definePage({
    method: 'post',
    path: `${path}/retention`,
    access: write,
    condition: unlimited,
    notInClientView: true,
    freshProof: path,
    body: keepForm,
    async handle({ body: { months } }, { acting, resources: { signer } }) {
      await changeRetention(acting, months, signer);
      return reply.redirect(`${path}?done=kept#integrity`);
    },
  }),
  ...(['check', 'retention'] as const).map((form) =>
    definePage({
      method: 'get',
      path: `${path}/${form}`,
      access: read,
      walk: [],
      handle: () => reply.redirect(path),
    }),
  ),
  definePage({
    method: 'get',
    path: `${path}/:auditId`,
    access: read,
    condition: unlimited,
    params: auditParams,
    async handle({ params }, context) {
      const { db, t, actor } = context;
      const change = await findChange(db, { organisationId: actor.organisation.id, id: params.auditId });
      if (!change) throw fail.notFound('audits.notFound');
      const { before, after, at, ...known } = change;
      const view = (
        <AuditPage
          t={t}
          settings={settingsOf(context)}
          base={path}
          change={{ ...known, at: at.toISOString() }}
          area={areaName(t, known.action.split('.')[0] ?? '')}
          fields={fieldsOfChange(before, after)}
        />
      );
      return administrationPage(view, context, { at: 'audits', title: t('audits.entry', { id: params.auditId }) });
    },
  }),
];
