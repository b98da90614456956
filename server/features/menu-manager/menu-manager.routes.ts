import { z } from 'zod';
import { kindName } from '../../../views/menu-manager/menu-words';
import { placeId } from '../../domain/places/place.filters';
import {
  addButtons,
  archiveProfile,
  createProfile,
  discardDraft,
  nameNewButtons,
  orderButtons,
  publish,
  removeButton,
  renameProfile,
  restoreProfile,
  stepButton,
} from '../../domain/tracker-profiles';
import type { ActingPersonally } from '../../platform/acting';
import { fail, type Failure } from '../../platform/errors';
import { definePage, reply, type Condition, type Reply, type Route } from '../../platform/http/define-route';
import { localeCodes, translator } from '../../platform/i18n/messages';
import { withParameters } from '../../platform/table/table-query';
import { listPage, menuManagerPath, newPage, pathOf, permission, previewPage, profilePage } from './menu-manager-pages';
import {
  compareQuery,
  mostDevices,
  newProfileForm,
  previewQuery,
  profileForms,
  profileParams,
  profileQuery,
  publishForm,
  type ProfileAddress,
  type ProfileDone,
  type ProfileForm,
} from './menu-manager.contract';
import { profileListQuery, publishQuery } from './menu-manager.filters';
import { readLocales } from './menu-manager.service';
import { comparePage, confirmPage, publishPage } from './publishing-pages';

type Body<Form extends ProfileForm> = (typeof profileForms)[Form]['_output'];

interface Given<Form extends ProfileForm> {
  acting: ActingPersonally;
  profileId: number;
  body: Body<Form>;
}

interface Outcome {
  done: NonNullable<ProfileDone>;
  /** Where the page goes on. */
  section?: string;
  adds?: '1';
}

const changes: { [Form in ProfileForm]: (given: Given<Form>) => Promise<Outcome> } = {
  async add({ acting, profileId, body: { kind, seen, refIds } }) {
    if (refIds.length === 0)
      throw fail.unprocessable('menuManager.nothingChosen', {
        fields: [{ field: 'refIds', code: 'menuManager.nothingChosen' }],
      });
    await addButtons(acting, { profileId, kind, seen, refIds });
    return { done: 'added', section: kind };
  },
  async name({ acting, profileId, body }) {
    const { ownLocale } = await readLocales(acting.db, acting.scope.organisationId);
    const spoken = localeCodes.find((one) => one === ownLocale) ?? 'en_US';
    const hierarchy = kindName(translator(spoken), body.kind);
    await nameNewButtons(acting, { profileId, hierarchy, ...body });
    return { done: 'named', section: body.kind };
  },
  async remove({ acting, profileId, body }) {
    await removeButton(acting, { profileId, ...body });
    return { done: 'removed', section: body.kind };
  },
  async move({ acting, profileId, body: { up, down, ...of } }) {
    const refId = up ?? down;
    if (refId === undefined) throw fail.badRequest('errors.badRequest');
    await stepButton(acting, { profileId, ...of, refId, by: up === undefined ? 1 : -1 });
    return { done: 'moved', section: of.kind };
  },
  async order({ acting, profileId, body }) {
    await orderButtons(acting, { profileId, ...body });
    return { done: 'moved', section: body.kind };
  },
  async rename({ acting, profileId, body }) {
    await renameProfile(acting, { profileId, ...body });
    return { done: 'renamed' };
  },
  async discard({ acting, profileId, body }) {
    await discardDraft(acting, { profileId, ...body });
    return { done: 'discarded' };
  },
  async archive({ acting, profileId }) {
    await archiveProfile(acting, { profileId });
    return { done: 'archived' };
  },
  async restore({ acting, profileId }) {
    await restoreProfile(acting, { profileId });
    return { done: 'restored' };
  },
};

/** Values are the whole organization's, beyond its trackers. */
const namesValues: Condition = {
  says: 'Needs EDIT_HIERARCHIES too.',
  holds: ({ permissions }) => permissions.has('EDIT_HIERARCHIES'),
};

const profilePath = `${menuManagerPath}/:organisationId/:profileId` as const;

/** What an address that a form was sent to names. */
const addressIn = (typed: Record<string, string>): ProfileAddress => profileParams.parse(typed);

const formRoutes = (Object.keys(profileForms) as ProfileForm[]).flatMap(
  <Form extends ProfileForm>(form: Form): Route[] => [
    definePage({
      method: 'post',
      path: `${profilePath}/${form}`,
      access: permission,
      notInClientView: true,
      ...(form === 'name' ? { condition: namesValues } : {}),
      params: profileParams,
      body: profileForms[form],
      async handle({ params, body }, context): Promise<Reply> {
        const acting = await context.actingIn(params.organisationId);
        const { section, ...query } = await changes[form]({
          acting,
          profileId: params.profileId,
          body: body as Body<Form>,
        });
        return reply.redirect(
          `${withParameters(pathOf(params), { section: section ?? null, ...query })}${section ? '#buttons' : ''}`,
        );
      },
      again: (failure: Failure, typed: Record<string, string>, context) =>
        profilePage(context, addressIn(typed), { refused: { form, failure, typed } }),
    }),
    definePage({
      method: 'get',
      path: `${profilePath}/${form}`,
      access: permission,
      params: profileParams,
      walk: [],
      async handle({ params }, context) {
        await context.actingIn(params.organisationId);
        return reply.redirect(pathOf(params));
      },
    }),
  ],
);

/** The pages of the profiles that trackers show. */
export const menuManagerRoutes: Route[] = [
  definePage({
    method: 'get',
    path: menuManagerPath,
    access: permission,
    walk: [menuManagerPath, `${menuManagerPath}?state=archived`],
    query: profileListQuery,
    handle: ({ query }, context) => listPage(context, query),
  }),
  definePage({
    method: 'get',
    path: `${menuManagerPath}/new`,
    access: permission,
    query: z.object({ organisationId: placeId }),
    handle: ({ query: { organisationId } }, context) => newPage(context, { organisationId }),
  }),
  definePage({
    method: 'post',
    path: `${menuManagerPath}/new`,
    access: permission,
    notInClientView: true,
    body: newProfileForm,
    async handle({ body: { organisationId, ...fields } }, context) {
      const profileId = await createProfile(await context.actingIn(organisationId), fields);
      return reply.redirect(withParameters(pathOf({ organisationId, profileId }), { done: 'created' }));
    },
    again: (failure, typed, context) =>
      newPage(context, { organisationId: placeId.parse(typed.organisationId), refused: { failure, typed } }),
  }),
  definePage({
    method: 'get',
    path: profilePath,
    access: permission,
    params: profileParams,
    query: profileQuery,
    handle: ({ params, query }, context) => profilePage(context, params, { query }),
  }),
  definePage({
    method: 'get',
    path: `${profilePath}/preview`,
    access: permission,
    params: profileParams,
    query: previewQuery,
    handle: ({ params, query }, context) => previewPage(context, params, query),
  }),
  definePage({
    method: 'get',
    path: `${profilePath}/compare`,
    access: permission,
    params: profileParams,
    query: compareQuery,
    handle: ({ params, query }, context) => comparePage(context, params, query),
  }),
  definePage({
    method: 'get',
    path: `${profilePath}/publish`,
    access: permission,
    params: profileParams,
    query: publishQuery,
    handle: ({ params, query }, context) => publishPage(context, params, { query }),
  }),
  definePage({
    method: 'post',
    path: `${profilePath}/publish`,
    access: permission,
    notInClientView: true,
    params: profileParams,
    body: publishForm,
    // A tick for each device of a large organization.
    largestBody: { bytes: 20 * mostDevices },
    async handle({ params, body }, context) {
      const { version: source, seen, devices: deviceIds, confirmed } = body;
      if (confirmed === undefined) return confirmPage(context, params, body);
      const acting = await context.actingIn(params.organisationId);
      const latest = await publish(acting, { profileId: params.profileId, source, seen, deviceIds });
      return reply.redirect(withParameters(pathOf(params), { done: latest === source ? 'sent' : 'published' }));
    },
    again: (failure, typed, context) =>
      publishPage(context, addressIn(typed), {
        query: publishQuery.parse({ version: typed.version }),
        refused: { failure, typed },
      }),
  }),
  ...formRoutes,
];
