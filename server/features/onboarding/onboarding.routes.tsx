import { z } from 'zod';
import { OnboardingPage } from '../../../views/onboarding/onboarding-page';
import { SitePage } from '../../../views/onboarding/site-page';
import { StartPage } from '../../../views/onboarding/start-page';
import { TemplatesPage } from '../../../views/onboarding/templates-page';
import { listPlaces } from '../../domain/places';
import type { ActingPersonally } from '../../platform/acting';
import { may } from '../../platform/actor';
import { definePage, reply, type Context, type Reply, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus, type RefusedForm } from '../../platform/http/refused-form';
import type { MessageKey } from '../../platform/i18n/messages';
import type { Permission } from '../../platform/permissions';
import { seesAll } from '../../platform/restriction.rules';
import { withParameters } from '../../platform/table/table-query';
import { localDateOf } from '../../platform/time';
import { listOwners } from '../goals';
import {
  onboardingDone,
  siteParams,
  startForm,
  stepForms,
  templateForm,
  templateParams,
  type OnboardingDone,
  type StepForm,
} from './onboarding.contract';
import { narrowed, onboardingFileQuery, onboardingFilters, onboardingQuery } from './onboarding.filters';
import { usualDays, type Step } from './onboarding.rules';
import {
  addTemplate,
  changeStep,
  endOnboarding,
  findOnboarding,
  funnelOf,
  listNotStarted,
  listOnboarding,
  remindOwner,
  removeTemplate,
  startOnboarding,
  todayAt,
} from './onboarding.service';
import { listTemplates } from './onboarding.store';
import { onboardingFile, onboardingTable } from './onboarding.table';

const path = '/onboarding-dashboard';
const access = 'ACCESS_ONBOARDING' as const;
type PageContext = Context<'signed-in'>;

const statusOf = (refused: RefusedForm | undefined) => (refused ? { status: refusedStatus(refused.failure) } : {});

interface Way {
  href: string;
  label: MessageKey;
  needs: Permission;
}

/** Where the facts of the steps come to be, for whoever may open the page. */
const ways: Partial<Record<Step, Way>> = {
  calendar: { href: '/locationCalendar', label: 'calendar.title', needs: 'VIEW_BASE_LPO_PAGE' },
  hardware: { href: '/device-monitor', label: 'fleet.monitorTitle', needs: 'VIEW_DEVICE_MANAGER' },
  profile: { href: '/menu-manager', label: 'menuManager.title', needs: 'VIEW_TRACKER_PROFILE_MANAGER' },
  firstWeighing: { href: '/enter-waste', label: 'enterWaste.title', needs: 'EDIT_TRANSACTIONS' },
  readyWeeks: { href: '/deployment-status', label: 'deploymentStatus.title', needs: 'VIEW_BASE_LPO_PAGE' },
  baseline: { href: '/deployment-status', label: 'deploymentStatus.title', needs: 'VIEW_BASE_LPO_PAGE' },
  goal: { href: '/goals', label: 'goals.nav', needs: 'VIEW_BASE_LPO_PAGE' },
};

/** @param locationId the first of the site, at which the pages open that are about one */
function waysFor({ t, actor }: PageContext, locationId: number | null) {
  const known = Object.fromEntries(
    Object.entries(ways)
      .filter(([, { needs }]) => may(actor, needs))
      .map(([step, { href, label }]) => [step, { href, label: t(label) }]),
  );
  if (locationId === null) return known;
  return {
    ...known,
    ...(known.calendar ? { calendar: { ...known.calendar, href: `/locationCalendar?location=${locationId}` } } : {}),
    ...(may(actor, 'EDIT_SITES')
      ? { hardware: { href: `/device-monitor/new?locationId=${locationId}`, label: t('onboarding.addDevice') } }
      : {}),
  };
}

async function startPage(context: PageContext, siteId?: number, refused?: RefusedForm): Promise<Reply> {
  const { t, db, acting, now, actor } = context;
  const title = t('onboarding.start');
  const hasSites = (await listPlaces(db, acting.scope)).length > 0;
  return reply.page(
    <StartPage
      t={t}
      base={path}
      sites={await listNotStarted(db, acting.scope)}
      addHref={hasSites ? undefined : may(actor, 'EDIT_SITES') ? '/sites' : null}
      templates={await listTemplates(db, acting.scope.organisationId)}
      chosen={siteId ?? null}
      today={localDateOf(now, actor.organisation.timeZone)}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title, ...statusOf(refused) },
  );
}

interface SiteShown {
  siteId: number;
  done?: OnboardingDone;
  refused?: RefusedForm & { form: string };
}

async function sitePage(context: PageContext, { siteId, done, refused }: SiteShown): Promise<Reply> {
  const { t, db, acting, now } = context;
  const row = await findOnboarding(db, acting.scope, { siteId, now });
  const places = await listPlaces(db, acting.scope);
  const [first] = places.find((site) => site.siteId === siteId)?.locations ?? [];
  return reply.page(
    <SitePage
      t={t}
      settings={settingsOf(context)}
      base={path}
      row={row}
      owners={await listOwners(db, acting.scope)}
      ways={waysFor(context, first?.locationId ?? null)}
      mails={Boolean(context.resources.config.smtpUrl)}
      done={done ?? null}
      refused={refused ? { form: refused.form, ...refusalIn(t, refused) } : null}
    />,
    { title: row.siteName, ...statusOf(refused) },
  );
}

async function templatesPage(context: PageContext, refused?: RefusedForm): Promise<Reply> {
  const { t, db, acting } = context;
  return reply.page(
    <TemplatesPage
      t={t}
      base={path}
      settings={settingsOf(context)}
      edits={seesAll(acting.scope)}
      usual={usualDays}
      templates={await listTemplates(db, acting.scope.organisationId)}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title: t('onboarding.templates'), ...statusOf(refused) },
  );
}

type Body<Form extends StepForm> = (typeof stepForms)[Form]['_output'];
interface Given<Form extends StepForm> {
  acting: ActingPersonally;
  resources: PageContext['resources'];
  siteId: number;
  body: Body<Form>;
}

const at = ({ siteId, body }: { siteId: number; body: { step: Step; version: number } }) => ({
  siteId,
  step: body.step,
  version: body.version,
});

const changes: { [Form in StepForm]: (given: Given<Form>) => Promise<NonNullable<OnboardingDone>> } = {
  async tick({ acting, ...given }) {
    const { doneOn, people } = given.body;
    await changeStep(acting, at(given), {
      doneOn,
      people,
      doneBy: acting.actor.userId,
      blocker: null,
      blockedOn: null,
    });
    return 'ticked';
  },
  async untick({ acting, ...given }) {
    await changeStep(acting, at(given), { doneOn: null, people: null, doneBy: null });
    return 'unticked';
  },
  async assign({ acting, ...given }) {
    const { ownerId, dueOn } = given.body;
    await changeStep(acting, at(given), { ownerId, dueOn });
    return 'saved';
  },
  async block({ acting, ...given }) {
    const { blocker } = given.body;
    const blockedOn = await todayAt(acting, given.siteId);
    await changeStep(acting, at(given), { blocker, blockedOn });
    return 'blocked';
  },
  async clear({ acting, ...given }) {
    await changeStep(acting, at(given), { blocker: null, blockedOn: null });
    return 'cleared';
  },
  async remind({ acting, resources, ...given }) {
    await remindOwner(acting, at(given), resources);
    return 'reminded';
  },
  async end({ acting, siteId, body: { version } }) {
    await endOnboarding(acting, { siteId, version });
    return 'ended';
  },
};

const formRoutes = (Object.keys(stepForms) as StepForm[]).flatMap(<Form extends StepForm>(form: Form): Route[] => [
  definePage({
    method: 'post',
    path: `${path}/sites/:siteId/${form}`,
    access,
    notInClientView: true,
    params: siteParams,
    body: stepForms[form],
    async handle({ params: { siteId }, body }, { acting, resources }) {
      const done = await changes[form]({ acting, resources, siteId, body: body as Body<Form> });
      return reply.redirect(withParameters(done === 'ended' ? path : `${path}/sites/${siteId}`, { done }));
    },
    again: (failure, typed, context) =>
      sitePage(context, { siteId: Number(typed.siteId), refused: { form, failure, typed } }),
  }),
  definePage({
    method: 'get',
    path: `${path}/sites/:siteId/${form}`,
    access,
    walk: [],
    params: siteParams,
    handle: async ({ params: { siteId } }) => reply.redirect(`${path}/sites/${siteId}`),
  }),
]);

export const onboardingRoutes: Route[] = [
  definePage({
    method: 'get',
    path,
    access,
    walk: [path, `${path}?state=all`],
    query: onboardingQuery,
    async handle({ query }, context) {
      const { t, db, acting, actor, url, now } = context;
      const all = await listOnboarding(db, acting.scope, now);
      const reader = { t, permissions: actor.permissions };
      const { rows, total, state } = onboardingTable.paged(
        narrowed(all, query),
        onboardingTable.state(query, { reader }),
      );
      const { done, page: _page, sort: _sort, ...chosen } = query;
      return reply.page(
        <OnboardingPage
          t={t}
          settings={settingsOf(context)}
          base={path}
          csvHref={withParameters(`${path}/export`, { ...chosen })}
          started={all.length}
          funnel={funnelOf(all)}
          done={done ?? null}
          filters={onboardingFilters.bar({ action: path, url, values: query, offer: { t } })}
          table={onboardingTable.view({ reader, url, rows, total, state })}
        />,
        { title: t('onboarding.title') },
      );
    },
  }),
  definePage({
    method: 'get',
    path: `${path}/export`,
    access,
    walk: [],
    query: onboardingFileQuery,
    async handle({ query }, { t, db, acting, actor, now }) {
      const rows = onboardingTable.sorted(narrowed(await listOnboarding(db, acting.scope, now), query));
      return reply.csv(onboardingTable.file(onboardingFile, rows, { t, permissions: actor.permissions }));
    },
  }),
  definePage({
    method: 'get',
    path: `${path}/new`,
    access,
    query: z.object({ siteId: startForm.shape.siteId.optional().catch(undefined) }),
    handle: ({ query: { siteId } }, context) => startPage(context, siteId),
  }),
  definePage({
    method: 'post',
    path: `${path}/new`,
    access,
    notInClientView: true,
    body: startForm,
    async handle({ body }, { acting }) {
      await startOnboarding(acting, body);
      return reply.redirect(withParameters(`${path}/sites/${body.siteId}`, { done: 'started' }));
    },
    again: (failure, typed, context) => startPage(context, undefined, { failure, typed }),
  }),
  definePage({
    method: 'get',
    path: `${path}/templates`,
    access,
    handle: (_input, context) => templatesPage(context),
  }),
  definePage({
    method: 'post',
    path: `${path}/templates`,
    access,
    notInClientView: true,
    body: templateForm,
    async handle({ body }, { acting }) {
      await addTemplate(acting, body);
      return reply.redirect(`${path}/templates`);
    },
    again: (failure, typed, context) => templatesPage(context, { failure, typed }),
  }),
  definePage({
    method: 'post',
    path: `${path}/templates/:templateId/delete`,
    access,
    notInClientView: true,
    params: templateParams,
    async handle({ params: { templateId } }, { acting }) {
      await removeTemplate(acting, templateId);
      return reply.redirect(`${path}/templates`);
    },
    again: (failure, typed, context) => templatesPage(context, { failure, typed }),
  }),
  definePage({
    method: 'get',
    path: `${path}/templates/:templateId/delete`,
    access,
    walk: [],
    params: templateParams,
    handle: async () => reply.redirect(`${path}/templates`),
  }),
  definePage({
    method: 'get',
    path: `${path}/sites/:siteId`,
    access,
    params: siteParams,
    query: z.object({ done: onboardingDone }),
    handle: ({ params: { siteId }, query: { done } }, context) => sitePage(context, { siteId, done }),
  }),
  ...formRoutes,
];
