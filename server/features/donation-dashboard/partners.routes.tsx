import { PartnerFormPage } from '../../../views/donation-dashboard/partner-form-page';
import { PartnersPage } from '../../../views/donation-dashboard/partners-page';
import { fail } from '../../platform/errors';
import { definePage, reply, type Reply, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus, type RefusedForm } from '../../platform/http/refused-form';
import { withParameters } from '../../platform/table/table-query';
import { editing, mayEdit, ofEverySite, path, readerOf, viewing, type PageContext } from './donation-pages';
import { newPartner, partnerEdit, partnerParams, type Partner } from './donations.contract';
import { partnerFilters, partnersQuery } from './donations.filters';
import { partnerTable } from './donations.table';
import { changePartner, createPartner } from './partners.service';
import { findPartner, listPartners } from './partners.store';

const changing = { access: editing, condition: ofEverySite } as const;

function formPage({ t }: PageContext, partner: Partner | null, refused?: RefusedForm): Reply {
  const title = partner ? t('donations.editPartner', { name: partner.name }) : t('donations.newPartner');
  return reply.page(
    <PartnerFormPage t={t} title={title} partner={partner} refused={refused ? refusalIn(t, refused) : null} />,
    { title, ...(refused ? { status: refusedStatus(refused.failure) } : {}) },
  );
}

/** @throws 404 */
async function editPage(context: PageContext, partnerId: number, refused?: RefusedForm): Promise<Reply> {
  const partner = await findPartner(context.db, context.acting.scope, partnerId);
  if (!partner) throw fail.notFound('donations.error.unknownPartner');
  return formPage(context, partner, refused);
}

export const partnerRoutes: Route[] = [
  definePage({
    method: 'get',
    path: `${path}/partners`,
    access: viewing,
    query: partnersQuery,
    async handle({ query }, context) {
      const { t, db, acting, actor, url } = context;
      const reader = readerOf(context);
      const state = partnerTable.state(query, { reader });
      const load = ({ slice }: ReturnType<typeof partnerTable.within>) =>
        listPartners(db, acting.scope, { text: query.text, show: query.show, ...slice });
      let standing = partnerTable.within(Number.MAX_SAFE_INTEGER, state);
      let { partners, total } = await load(standing);
      if (partners.length === 0 && total > 0) {
        standing = partnerTable.within(total, state);
        ({ partners, total } = await load(standing));
      }
      return reply.page(
        <PartnersPage
          t={t}
          settings={settingsOf(context)}
          edits={mayEdit(actor) && actor.restriction === null}
          done={query.done ?? null}
          filters={partnerFilters.bar({ action: `${path}/partners`, url, values: query, offer: { t } })}
          table={partnerTable.view({ reader, url, rows: partners, total, state: standing })}
        />,
        { title: t('donations.partners') },
      );
    },
  }),

  definePage({
    method: 'get',
    path: `${path}/partners/new`,
    ...changing,
    handle: (_input, context) => formPage(context, null),
  }),

  definePage({
    method: 'post',
    path: `${path}/partners`,
    ...changing,
    body: newPartner,
    async handle({ body }, { acting }) {
      await createPartner(acting, body);
      return reply.redirect(withParameters(`${path}/partners`, { done: 'added' }));
    },
    again: (failure, typed, context) => formPage(context, null, { failure, typed }),
  }),

  definePage({
    method: 'get',
    path: `${path}/partners/:partnerId/edit`,
    ...changing,
    params: partnerParams,
    handle: ({ params }, context) => editPage(context, params.partnerId),
  }),

  definePage({
    method: 'post',
    path: `${path}/partners/:partnerId/edit`,
    ...changing,
    params: partnerParams,
    body: partnerEdit,
    async handle({ params, body }, { acting }) {
      await changePartner(acting, { ...params, edit: body });
      return reply.redirect(
        withParameters(`${path}/partners`, { done: 'saved', show: body.status === 'I' ? 'retired' : null }),
      );
    },
    again: (failure, typed, context) => editPage(context, Number(typed.partnerId), { failure, typed }),
  }),
];
