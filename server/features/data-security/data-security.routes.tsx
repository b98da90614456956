import { DataSecurityPage } from '../../../views/data-security/data-security-page';
import { DataSecurityWindows } from '../../../views/data-security/data-security-windows';
import { choiceSites, ownNarrowing, securedItems, securedNames } from '../../domain/places/secured-items.contract';
import { defineCall, definePage, reply, type Context, type Route } from '../../platform/http/define-route';
import { setPath, viewPath } from './data-security-address.rules';
import {
  access,
  liftOwnNarrowing,
  narrowOneself,
  readChoices,
  readOwnNarrowing,
  readSecuredNames,
} from './own-narrowing.service';

export const windows = <DataSecurityWindows />;

const page = async ({ t, db, actor }: Context) =>
  reply.page(<DataSecurityPage t={t} names={await readSecuredNames(db, actor)} />, { title: t('dataSecurity.title') });

export const dataSecurityRoutes: Route[] = [
  definePage({ method: 'get', path: viewPath, access, handle: (_input, context) => page(context) }),

  // The same page; its script opens the window to set it at once.
  definePage({
    method: 'get',
    path: setPath,
    access,
    notInClientView: true,
    handle: (_input, context) => page(context),
  }),

  defineCall({
    method: 'get',
    path: '/user/secured-items',
    access,
    opens: { programs: true },
    answer: securedNames,
    summary: 'The sites and locations that the person sees, for each organization of which they do not see everything.',
    handle: async (_input, { db, actor }) => reply.json(await readSecuredNames(db, actor)),
  }),

  defineCall({
    method: 'get',
    path: '/user/secured-items/own',
    access,
    opens: { programs: true },
    answer: ownNarrowing,
    summary: 'What the person has narrowed themselves to, and the organizations in which they may.',
    handle: async (_input, { db, actor }) => reply.json(await readOwnNarrowing(db, actor)),
  }),

  defineCall({
    method: 'get',
    path: '/user/secured-items/choices',
    access,
    opens: { programs: true },
    anyOrganisation: true,
    answer: choiceSites,
    summary: 'The sites and locations of the organization to which the person may narrow themselves.',
    handle: async (_input, { actor, acting }) => reply.json(await readChoices(acting, actor)),
  }),

  defineCall({
    method: 'put',
    path: '/user/secured-items',
    access,
    body: securedItems,
    answerType: 'none',
    summary:
      'Narrows the person themselves to sites and locations of the organizations that they reach. Where nothing is named, nothing changes what they see.',
    handle: ({ body }, { actor, acting, actingIn }) => reply.empty(narrowOneself({ actor, acting, actingIn }, body)),
  }),

  defineCall({
    method: 'delete',
    path: '/user/secured-items',
    access,
    answerType: 'none',
    summary: 'Lifts what the person has narrowed themselves to; what others let them see stays.',
    handle: (_input, { actor, acting, actingIn }) => reply.empty(liftOwnNarrowing({ actor, acting, actingIn })),
  }),
];
