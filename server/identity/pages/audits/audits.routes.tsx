import { z } from 'zod';
import { dayWriter } from '../../../../views/events/write-day';
import { AuditPage } from '../../../../views/identity/audits/audit-page';
import { auditPdfColumns } from '../../../../views/identity/audits/audit-pdf-columns';
import { AuditsPage } from '../../../../views/identity/audits/audits-page';
import { may } from '../../../platform/actor';
import { askForCheck, changeRetention } from '../../../platform/audit-chain/audit-chain.service';
import { countUnsealed, findChain } from '../../../platform/audit-chain/audit-chain.store';
import type { LoggedChange } from '../../../platform/audit-log/audit-log.contract';
import {
  exportChanges,
  findChange,
  listAreas,
  listChanges,
  type AuditFilter,
} from '../../../platform/audit-log/audit-log.store';
import { auditPdf, mostInPdf } from '../../../platform/audit-log/audit-pdf';
import { fieldsOfChange } from '../../../platform/audit-log/change-fields.rules';
import { fail } from '../../../platform/errors';
import { definePage, reply, type Context, type Route } from '../../../platform/http/define-route';
import type { Translate } from '../../../platform/i18n/messages';
import { withParameters } from '../../../platform/table/table-query';
import { addDays, instantOf } from '../../../platform/time';
import { unlimited } from '../../protocols/wire/identity-surface';
import { settingsOf } from '../account/account-page';
import { administrationPage } from '../administration/administration-page';
import { actionName, actionsNamed, areaName } from './audit-areas';
import type { AuditRow } from './audits-columns.contract';
import { auditsFilters } from './audits.filters';
import { auditsTable } from './audits.table';

/** For how many months rows may be kept; none: for ever. */
const keepChoices = [6, 12, 24, 36, 60, 84, 120] as const;

const auditsQuery = z.object({
  ...auditsFilters.query,
  ...auditsTable.query(),
  done: z.enum(['kept', 'checking']).optional().catch(undefined),
});
const auditsFileQuery = z.object(auditsFilters.query);
const auditParams = z.object({ auditId: z.coerce.number().int().positive() });
const keepForm = z.strictObject({
  months: z
    .enum(['forever', ...keepChoices.map(String)])
    .transform((text) => (text === 'forever' ? null : Number(text))),
});

const path = '/account/audits';
const read = 'fe.secure.read.audits';
const write = 'fe.secure.write.securityPolicy';

/** Days of the filters are the organization's. */
function filterOf(
  { search, area, severity, from, to }: z.output<typeof auditsFileQuery>,
  { actor, t }: Pick<Context, 'actor' | 't'>,
): AuditFilter {
  const { timeZone } = actor.organisation;
  return {
    text: search,
    named: search === undefined || search === '' ? undefined : actionsNamed(t, search),
    area,
    severity,
    from: from ? instantOf(from, '00:00:00', timeZone) : undefined,
    until: to ? instantOf(addDays(to, 1), '00:00:00', timeZone) : undefined,
  };
}

/** Which entries, as a file says it. */
function wordsOf({ search, area, severity, from, to }: z.output<typeof auditsFileQuery>, context: Context): string[] {
  const { t } = context;
  const write = dayWriter(settingsOf(context));
  const labelled = (label: string, value: string) => t('global.labelled', { label, value });
  const lines = [
    search && labelled(t('audits.search'), search),
    area && labelled(t('audits.area'), areaName(t, area)),
    severity && labelled(t('audits.severity'), t(`audits.severities.${severity}`)),
    from && labelled(t('audits.from'), write(from)),
    to && labelled(t('audits.to'), write(to)),
  ].filter((line): line is string => line !== undefined && line !== '');
  return lines.length === 0 ? [t('audits.everything')] : lines;
}

const inWords = (t: Translate, change: LoggedChange): AuditRow => ({
  ...change,
  did: actionName(t, change.action),
  area: areaName(t, change.action.split('.')[0] ?? ''),
});

async function* allInWords(t: Translate, changes: AsyncIterable<LoggedChange>): AsyncGenerator<AuditRow> {
  for await (const change of changes) yield inWords(t, change);
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
          table={auditsTable.view({ reader, url, state, rows: changes.map((change) => inWords(t, change)), total })}
          csvHref={withParameters(`${path}/export`, { ...chosen })}
          pdfHref={total > mostInPdf ? null : withParameters(`${path}/pdf`, { ...chosen })}
          mostInPdf={mostInPdf}
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
      return reply.csv(auditsTable.file('audits.csv', allInWords(context.t, rows), readerOf(context)));
    },
  }),
  definePage({
    method: 'get',
    path: `${path}/pdf`,
    access: read,
    condition: unlimited,
    walk: [],
    query: auditsFileQuery,
    async handle({ query }, context) {
      const { t } = context;
      const columns = auditPdfColumns(t, settingsOf(context)).map(({ text, ...column }) => ({
        ...column,
        text: (change: LoggedChange) => text(inWords(t, change)),
      }));
      return auditPdf(context, {
        title: t('audits.title'),
        subtitle: wordsOf(query, context),
        filter: filterOf(query, context),
        descending: true,
        columns,
      });
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
          did={actionName(t, known.action)}
          fields={fieldsOfChange(before, after)}
        />
      );
      return administrationPage(view, context, { at: 'audits', title: t('audits.entry', { id: params.auditId }) });
    },
  }),
];
