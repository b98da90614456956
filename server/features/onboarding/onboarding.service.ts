import { group } from 'd3-array';
import { reminderMail } from '../../../views/onboarding/reminder-mail';
import { listWithOwnPattern } from '../../domain/calendar';
import { listStageStandings } from '../../domain/measures';
import { listPlacedDevices, listSiteBeginnings, type SiteBeginning } from '../../domain/places';
import { listShowingDevices } from '../../domain/tracker-profiles';
import type { ActingPersonally } from '../../platform/acting';
import type { Scope } from '../../platform/actor';
import { defineActions } from '../../platform/audit';
import type { Db, Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import { translator } from '../../platform/i18n/messages';
import { mailChannel } from '../../platform/outbox/mail';
import type { Resources } from '../../platform/resources';
import { seesAll } from '../../platform/restriction.rules';
import { addDays, localDateOf, type LocalDate } from '../../platform/time';
import { listFirstGoals, listOwners } from '../goals';
import type { FunnelStep, OnboardingRow, TemplateForm } from './onboarding.contract';
import {
  checklistOf,
  isManual,
  steps,
  undatedFact,
  usualDays,
  type Fact,
  type Facts,
  type Step,
  type StepDays,
} from './onboarding.rules';
import {
  deleteOnboarding,
  deleteTemplate,
  findMemberEmail,
  insertOnboarding,
  insertTemplate,
  listOnboardings,
  listSaid,
  listTemplates,
  putStep,
  raiseVersion,
  type StepChange,
} from './onboarding.store';

const actions = defineActions('onboarding', {
  start: {},
  step: {},
  remind: {},
  end: {},
  addTemplate: {},
  deleteTemplate: {},
});

const earliest = (days: readonly Fact[]): Fact => {
  const dated = days.filter((day): day is LocalDate => day !== null && day !== undatedFact).sort();
  return dated[0] ?? (days.includes(undatedFact) ? undatedFact : null);
};

/** Weeks in a row that make a baseline (product specification, section 4). */
const weeksOfBaseline = 3;

/** What is stored of the sites of a scope. @returns the facts of one of them, by which its steps tick themselves */
async function readFacts(db: Db, scope: Scope): Promise<(site: SiteBeginning) => Facts> {
  const { organisationId } = scope;
  const patterned = await listWithOwnPattern(db, organisationId);
  const devices = group(
    (await listPlacedDevices(db, scope)).filter(({ status }) => status === 'A'),
    ({ locationId }) => locationId ?? 0,
  );
  const showing = group(await listShowingDevices(db, scope), ({ siteId }) => siteId ?? 0);
  const standings = group(await listStageStandings(db, scope), ({ siteId }) => siteId);
  const goals = await listFirstGoals(db, organisationId);
  return ({ siteId, timeZone, locations }) => {
    const here = locations.map(({ locationId }) => locationId);
    const ownDevices = here.flatMap((locationId) => devices.get(locationId) ?? []);
    const ownStages = standings.get(siteId) ?? [];
    const compared = ownStages.filter(({ period }) => period === 'REDUCTION');
    return {
      calendar: here.length > 0 && here.every((locationId) => patterned.has(locationId)) ? undatedFact : null,
      hardware: earliest(ownDevices.map(({ createdAt }) => localDateOf(createdAt, timeZone))),
      profile: earliest(
        (showing.get(siteId) ?? []).map(({ shown }) =>
          shown === null ? null : localDateOf(new Date(shown.assignedAt), timeZone),
        ),
      ),
      firstWeighing: earliest(locations.map(({ firstDay }) => firstDay)),
      readyWeeks:
        compared.length > 0 || ownStages.some(({ weeksInARow }) => weeksInARow >= weeksOfBaseline) ? undatedFact : null,
      baseline: earliest(compared.map(({ enteredOn }) => enteredOn)),
      goal: earliest(here.map((locationId) => goals.get(locationId) ?? null)),
    };
  };
}

/** The open sites that somebody sees and that were started, each with its checklist, by name. */
export async function listOnboarding(db: Db, scope: Scope, now: Date): Promise<OnboardingRow[]> {
  const stored = new Map((await listOnboardings(db, scope)).map((one) => [one.siteId, one]));
  if (stored.size === 0) return [];
  const factsOf = await readFacts(db, scope);
  const said = await listSaid(db, scope.organisationId);
  return (await listSiteBeginnings(db, scope)).flatMap((site): OnboardingRow[] => {
    const { siteId, siteName, timeZone } = site;
    const own = stored.get(siteId);
    if (!own) return [];
    const { startedOn, days, version } = own;
    const today = localDateOf(now, timeZone);
    const checklist = checklistOf(
      { startedOn, days, facts: factsOf(site), said: said.get(siteId) ?? new Map() },
      today,
    );
    return [{ siteId, siteName, startedOn, version, today, ...checklist }];
  });
}

/** Narrower than what somebody sees, who has been asked about before. */
const atSite = (scope: Scope, siteId: number): Scope =>
  scope.restriction === null ? { ...scope, restriction: { sites: [siteId], locations: [] } } : scope;

/** @throws Failure 404 where the site is not seen, or was not started */
export async function findOnboarding(db: Db, scope: Scope, { siteId, now }: { siteId: number; now: Date }) {
  const [own] = await listOnboardings(db, scope, { siteId });
  const row = own && (await listOnboarding(db, atSite(scope, siteId), now)).find((one) => one.siteId === siteId);
  if (!row) throw fail.notFound('onboarding.unknown');
  return row;
}

/** The local date of a site. @throws Failure 404 where it is not seen */
export async function todayAt({ db, scope, now }: ActingPersonally, siteId: number): Promise<LocalDate> {
  const site = (await listSiteBeginnings(db, atSite(scope, siteId))).find((one) => one.siteId === siteId);
  if (!site) throw fail.notFound('onboarding.unknown');
  return localDateOf(now, site.timeZone);
}

/** The open sites that were not started, by name. */
export async function listNotStarted(db: Db, scope: Scope): Promise<Pick<SiteBeginning, 'siteId' | 'siteName'>[]> {
  const started = new Set((await listOnboardings(db, scope)).map(({ siteId }) => siteId));
  return (await listSiteBeginnings(db, scope)).filter(({ siteId }) => !started.has(siteId));
}

/** Where the sites stand, by step; complete ones have passed all. */
export const funnelOf = (rows: readonly OnboardingRow[]): FunnelStep[] =>
  steps.map((step) => ({
    step,
    here: rows.filter(({ current }) => current?.step === step).length,
    passed: rows.filter((row) => row.steps.some((one) => one.step === step && one.state === 'done')).length,
  }));

/** @throws Failure 422 unknownSite, startedAlready, unknownTemplate */
export async function startOnboarding(
  acting: ActingPersonally,
  { siteId, startedOn, templateId }: { siteId: number; startedOn: LocalDate; templateId: number | null },
): Promise<void> {
  const { db, scope, actor } = acting;
  const refuse = (
    field: string,
    code: 'onboarding.unknownSite' | 'onboarding.startedAlready' | 'onboarding.unknownTemplate',
  ) => fail.unprocessable(code, { fields: [{ field, code }] });
  if (!(await listSiteBeginnings(db, scope)).some((site) => site.siteId === siteId))
    throw refuse('siteId', 'onboarding.unknownSite');
  await db.transaction().execute(async (trx) => {
    const templates = await listTemplates(trx, scope.organisationId);
    const days = templateId === null ? usualDays : templates.find((one) => one.templateId === templateId)?.days;
    if (!days) throw refuse('templateId', 'onboarding.unknownTemplate');
    const of = { organisationId: scope.organisationId, siteId };
    if (!(await insertOnboarding(trx, of, { startedOn, days, startedBy: actor.userId })))
      throw refuse('siteId', 'onboarding.startedAlready');
    await acting.audit(trx, { action: actions.start, entity: 'site', entityId: siteId, after: { startedOn, days } });
    await acting.touch(trx);
  });
}

/** In one transaction with the checklist as somebody saw it. @throws Failure 404 unknown, 409 changed */
function withSite(
  acting: ActingPersonally,
  { siteId, version }: { siteId: number; version: number },
  work: (trx: Trx, of: { organisationId: number; siteId: number }) => Promise<void>,
): Promise<void> {
  return acting.db.transaction().execute(async (trx) => {
    const [stored] = await listOnboardings(trx, acting.scope, { siteId });
    if (!stored) throw fail.notFound('onboarding.unknown');
    const of = { organisationId: acting.scope.organisationId, siteId };
    if (!(await raiseVersion(trx, of, { version }))) throw fail.conflict('onboarding.changed');
    await work(trx, of);
    await acting.touch(trx);
  });
}

interface StepOfSite {
  siteId: number;
  step: Step;
  version: number;
}

/** @throws Failure 404 unknown, 409 changed, 422 notYet, computedStep, unknownOwner */
export function changeStep(acting: ActingPersonally, { step, ...at }: StepOfSite, change: StepChange): Promise<void> {
  // Nowhere has a later day begun.
  const latest = addDays(acting.now.toISOString().slice(0, 10), 1);
  if (typeof change.doneOn === 'string' && change.doneOn > latest)
    throw fail.unprocessable('onboarding.notYet', { fields: [{ field: 'doneOn', code: 'onboarding.notYet' }] });
  if (change.doneOn !== undefined && !isManual(step))
    throw fail.unprocessable('onboarding.computedStep', {
      fields: [{ field: 'step', code: 'onboarding.computedStep' }],
    });
  return withSite(acting, at, async (trx, of) => {
    const before = (await listSaid(trx, of.organisationId, of)).get(of.siteId)?.get(step);
    if (change.ownerId !== undefined && change.ownerId !== null && change.ownerId !== before?.ownerId) {
      const owners = await listOwners(trx, acting.scope);
      if (!owners.some(({ userId }) => userId === change.ownerId))
        throw fail.unprocessable('onboarding.unknownOwner', {
          fields: [{ field: 'ownerId', code: 'onboarding.unknownOwner' }],
        });
    }
    await putStep(trx, { ...of, step }, change);
    await acting.audit(trx, {
      action: actions.step,
      entity: 'site',
      entityId: of.siteId,
      before: before ? { step, ...before } : undefined,
      after: { step, ...change },
    });
  });
}

/**
 * Mails whoever owns a step that it is still to be done: once a day at most, and nothing of a site that they do not see.
 * @throws Failure 404 unknown, 409 changed, 422 remindedToday, noReminder
 */
export async function remindOwner(
  acting: ActingPersonally,
  { step, siteId, version }: StepOfSite,
  { outbox, reach, config }: Pick<Resources, 'outbox' | 'reach' | 'config'>,
): Promise<void> {
  const { db, scope, now, actor } = acting;
  const { siteName, today, steps: checklist } = await findOnboarding(db, scope, { siteId, now });
  const asked = checklist.find((one) => one.step === step);
  if (!asked || asked.state === 'done' || asked.ownerId === null) throw fail.unprocessable('onboarding.noReminder');
  if (asked.remindedOn === today) throw fail.unprocessable('onboarding.remindedToday');
  const { ownerId: userId, dueOn, blocker } = asked;
  const { organisationId } = scope;
  await withSite(acting, { siteId, version }, async (trx, of) => {
    const email = await findMemberEmail(trx, { organisationId, userId });
    const reached = email === null ? null : await reach.ofPerson(trx, { userId, organisationId });
    const seen = reached !== null && (await listOnboardings(trx, reached.scope, { siteId })).length > 0;
    if (email === null || !seen) throw fail.unprocessable('onboarding.ownerSeesLess');
    const { locale, unit, permissions } = reached.actor;
    const mail = reminderMail({
      t: translator(locale),
      settings: { locale, unit, timeZone: 'UTC', forms: reached.forms },
      byName: actor.fullName,
      siteName,
      step,
      dueOn,
      blocker,
      url: permissions.has('ACCESS_ONBOARDING')
        ? new URL(`/onboarding-dashboard/sites/${siteId}#${step}`, config.publicUrl).href
        : null,
    });
    await outbox.post(trx, mailChannel, {
      key: `onboarding/${organisationId}/${siteId}/${step}/${userId}/${today}`,
      organisationId,
      now,
      payload: { to: email, ...mail },
    });
    await putStep(trx, { ...of, step }, { remindedOn: today });
    await acting.audit(trx, {
      action: actions.remind,
      entity: 'site',
      entityId: siteId,
      after: { step, ownerId: userId },
    });
  });
}

/** Forgets the checklist of a site; what its steps tell of is kept. @throws Failure 404 unknown, 409 changed */
export const endOnboarding = (acting: ActingPersonally, at: { siteId: number; version: number }): Promise<void> =>
  withSite(acting, at, async (trx, of) => {
    const [before] = await listOnboardings(trx, acting.scope, { siteId: of.siteId });
    const said = (await listSaid(trx, of.organisationId, of)).get(of.siteId);
    await deleteOnboarding(trx, of);
    await acting.audit(trx, {
      action: actions.end,
      entity: 'site',
      entityId: of.siteId,
      before: { ...before, said: Object.fromEntries(said ?? []) },
    });
  });

/** Templates are the whole organization's. @throws Failure 422 limitedToSites */
function checkSeesAll({ scope }: ActingPersonally): void {
  if (!seesAll(scope)) throw fail.unprocessable('onboarding.limitedToSites');
}

/** @throws Failure 422 limitedToSites, noStep, nameTaken */
export async function addTemplate(acting: ActingPersonally, { name, ...given }: TemplateForm): Promise<void> {
  checkSeesAll(acting);
  const days: StepDays = Object.fromEntries(Object.entries(given).filter(([, after]) => after !== null));
  if (Object.keys(days).length === 0)
    throw fail.unprocessable('onboarding.noStep', { fields: [{ field: 'agreement', code: 'onboarding.noStep' }] });
  await acting.db.transaction().execute(async (trx) => {
    const id = await insertTemplate(trx, acting.scope.organisationId, { name, days, now: acting.now });
    if (id === null)
      throw fail.unprocessable('onboarding.nameTaken', { fields: [{ field: 'name', code: 'onboarding.nameTaken' }] });
    await acting.audit(trx, {
      action: actions.addTemplate,
      entity: 'onboarding_template',
      entityId: id,
      after: { name, days },
    });
    await acting.touch(trx);
  });
}

/** Sites that were started with it keep their steps. @throws Failure 404 unknownTemplate, 422 limitedToSites */
export async function removeTemplate(acting: ActingPersonally, templateId: number): Promise<void> {
  checkSeesAll(acting);
  const { organisationId } = acting.scope;
  await acting.db.transaction().execute(async (trx) => {
    const before = (await listTemplates(trx, organisationId)).find((one) => one.templateId === templateId);
    if (!before || !(await deleteTemplate(trx, organisationId, templateId)))
      throw fail.notFound('onboarding.unknownTemplate');
    await acting.audit(trx, {
      action: actions.deleteTemplate,
      entity: 'onboarding_template',
      entityId: templateId,
      before,
    });
    await acting.touch(trx);
  });
}
