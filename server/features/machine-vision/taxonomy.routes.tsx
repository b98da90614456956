import { z } from 'zod';
import { TaxonomyPage } from '../../../views/machine-vision/taxonomy-page';
import { definePage, reply, type Reply, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, type RefusedForm } from '../../platform/http/refused-form';
import { seesAll } from '../../platform/restriction.rules';
import { withParameters } from '../../platform/table/table-query';
import { listItems } from './labels.service';
import { mapItem, openVersion, readTaxonomy } from './taxonomy.service';
import { access, path, statusOf, type PageContext } from './vision-pages';
import { mapItemForm, openVersionForm, organisationParams, taxonomyParams, visionDone } from './vision.contract';

const page = `${path}/:organisationId/taxonomy` as const;
const mapping = `${page}/:number` as const;
const pathOf = (organisationId: number) => `${path}/${organisationId}/taxonomy`;

interface Shown {
  done?: z.infer<typeof visionDone>;
  refused?: RefusedForm;
}

async function taxonomyPage(
  context: PageContext,
  organisationId: number,
  { done, refused }: Shown = {},
): Promise<Reply> {
  const { t, db, locale } = context;
  const { scope } = await context.actingIn(organisationId);
  const inUse = await listItems(db, scope.organisationId, locale);
  const { versions, ...taxonomy } = await readTaxonomy(db, { organisationId: scope.organisationId, inUse });
  const title = t('machineVision.taxonomy.title');
  return reply.page(
    <TaxonomyPage
      t={t}
      settings={settingsOf(context)}
      path={pathOf(scope.organisationId)}
      back={withParameters(path, { organisationId: scope.organisationId })}
      inUse={inUse}
      versions={versions.map(({ openedAt, closedAt, ...version }) => ({
        ...version,
        openedAt: openedAt.toISOString(),
        closedAt: closedAt?.toISOString() ?? null,
      }))}
      {...taxonomy}
      edits={seesAll(scope)}
      done={done ?? null}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title, secure: true, ...statusOf(refused) },
  );
}

/** The versions of the items that photos are classified as, and what became of those that are gone. */
export const taxonomyRoutes: Route[] = [
  definePage({
    method: 'get',
    path: page,
    access,
    params: organisationParams,
    query: z.object({ done: visionDone }),
    handle: ({ params: { organisationId }, query: { done } }, context) =>
      taxonomyPage(context, organisationId, { done }),
  }),

  definePage({
    method: 'post',
    path: page,
    access,
    notInClientView: true,
    params: organisationParams,
    body: openVersionForm,
    async handle({ params: { organisationId }, body: { number } }, context) {
      const acting = await context.actingIn(organisationId);
      await openVersion(acting, { number, locale: context.locale });
      return reply.redirect(withParameters(pathOf(organisationId), { done: 'versionOpened' }));
    },
    again: (failure, typed, context) =>
      taxonomyPage(context, organisationParams.parse(typed).organisationId, { refused: { failure, typed } }),
  }),

  definePage({
    method: 'post',
    path: mapping,
    access,
    notInClientView: true,
    params: taxonomyParams,
    body: mapItemForm,
    async handle({ params: { organisationId, number }, body }, context) {
      const acting = await context.actingIn(organisationId);
      await mapItem(acting, { ...body, number, locale: context.locale });
      return reply.redirect(
        `${withParameters(pathOf(organisationId), { done: 'itemMapped' })}#${number}-${body.itemId}`,
      );
    },
    again: (failure, typed, context) =>
      taxonomyPage(context, organisationParams.parse(typed).organisationId, { refused: { failure, typed } }),
  }),
  definePage({
    method: 'get',
    path: mapping,
    access,
    params: taxonomyParams,
    walk: [],
    async handle({ params: { organisationId } }, context) {
      await context.actingIn(organisationId);
      return reply.redirect(pathOf(organisationId));
    },
  }),
];
