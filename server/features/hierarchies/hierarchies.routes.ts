import {
  listWasteStages,
  listMerges,
  changeList,
  changeValue,
  createList,
  createValue,
  placeValue,
  listLists,
  listTreeValues,
} from '../../domain/catalogue';
import {
  elementParams,
  hierarchyCreated,
  hierarchyName,
  listParams,
  mergeBody,
  mergePreview,
  mergeQuery,
  newHierarchy,
  newValue,
  valueCreated,
  valueEdit,
  valueMove,
  valueParams,
  valueTree,
} from '../../domain/catalogue/hierarchies.contract';
import { isFixed } from '../../domain/catalogue/hierarchies.rules';
import { defineCall, reply, type Route } from '../../platform/http/define-route';
import { mergeValues, previewMerge } from './merges.service';

const shared = { access: 'EDIT_HIERARCHIES', anyOrganisation: true } as const;
const fixedFacts = {
  hierarchyId: 0,
  parentId: null,
  translations: {},
  status: 'A',
  tareGrams: null,
  countsAsWaste: true,
  flwDestination: null,
  donation: false,
  material: null,
  version: 1,
} as const;

export const hierarchyRoutes: Route[] = [
  defineCall({
    ...shared,
    method: 'get',
    path: '/hierarchies/:elementCode',
    opens: { programs: true },
    params: elementParams,
    answer: valueTree,
    summary: 'List all values of an element with their hierarchies, and the newest merges.',
    async handle(
      { params: { elementCode } },
      {
        db,
        acting: {
          scope: { organisationId },
        },
      },
    ) {
      const fixed = isFixed(elementCode);
      const values = fixed
        ? (await listWasteStages(db)).map((one) => ({
            ...fixedFacts,
            valueId: one.wasteStageId,
            name: one.wasteStageName,
          }))
        : await listTreeValues(db, organisationId, elementCode);
      const hierarchies = fixed ? [] : await listLists(db, organisationId, elementCode);
      return reply.json({
        elementCode,
        fixed,
        hierarchies,
        values,
        merges: await listMerges(db, organisationId, elementCode),
      });
    },
  }),

  defineCall({
    ...shared,
    method: 'post',
    path: '/hierarchies',
    opens: { programs: true },
    body: newHierarchy,
    answer: hierarchyCreated,
    summary: 'Create a hierarchy for values of the element.',
    handle: async ({ body: { elementCode, hierarchyName: name } }, { acting }) =>
      reply.json({ hierarchyId: await createList(acting, { elementCode, name }) }),
  }),

  defineCall({
    ...shared,
    method: 'put',
    path: '/hierarchies/lists/:hierarchyId',
    opens: { programs: true },
    params: listParams,
    body: hierarchyName,
    answerType: 'none',
    summary: 'Rename a hierarchy.',
    handle: ({ params: { hierarchyId }, body }, { acting }) =>
      reply.empty(changeList(acting, { hierarchyId, name: body.hierarchyName })),
  }),

  defineCall({
    ...shared,
    method: 'post',
    path: '/hierarchy-values',
    opens: { programs: true },
    body: newValue,
    answer: valueCreated,
    summary: 'Add a value to a hierarchy, at the top level or below another value.',
    handle: async ({ body }, { acting }) => reply.json({ valueId: await createValue(acting, body) }),
  }),

  defineCall({
    ...shared,
    method: 'put',
    path: '/hierarchy-values/:valueId',
    opens: { programs: true },
    params: valueParams,
    body: valueEdit,
    answerType: 'none',
    summary: 'Rename, translate, describe, retire or restore a value. Retiring a value also retires the values in it.',
    handle: ({ params: { valueId }, body }, { acting }) => reply.empty(changeValue(acting, { valueId, edit: body })),
  }),

  defineCall({
    ...shared,
    method: 'put',
    path: '/hierarchy-values/:valueId/place',
    opens: { programs: true },
    params: valueParams,
    body: valueMove,
    answerType: 'none',
    summary: 'Move a value and the values in it below another value or to the top level.',
    handle: ({ params: { valueId }, body }, { acting }) => reply.empty(placeValue(acting, { valueId, move: body })),
  }),

  defineCall({
    ...shared,
    method: 'get',
    path: '/hierarchy-values/:valueId/merge',
    opens: { programs: true },
    params: valueParams,
    query: mergeQuery,
    answer: mergePreview,
    summary: 'Preview what merging the value into another would change.',
    handle: async ({ params: { valueId }, query: { intoId } }, { acting }) =>
      reply.json(await previewMerge(acting, { valueId, intoId })),
  }),

  defineCall({
    ...shared,
    method: 'post',
    path: '/hierarchy-values/:valueId/merge',
    opens: { programs: true },
    params: valueParams,
    body: mergeBody,
    answerType: 'none',
    summary: 'Merge the value into another: new events use it immediately, existing events are moved in a job.',
    handle: ({ params: { valueId }, body }, { acting }) => reply.empty(mergeValues(acting, { valueId, merge: body })),
  }),
];
