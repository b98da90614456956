import { countryIsKnown, currencyIsKnown } from '../../domain/catalogue';
import { hasEvents } from '../../domain/events';
import {
  organisationExists,
  insertProfile,
  nameIsTaken,
  selectOrganization,
  standsBelow,
  updateProfile,
} from '../../domain/places';
import type { NewOrganization, OrganizationFields, OrganizationRow } from '../../domain/places/organizations.contract';
import type { ActingPersonally } from '../../platform/acting';
import { internalOrganisation } from '../../platform/actor';
import { defineActions } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail } from '../../platform/errors';
import { touch } from '../../platform/freshness';
import type { Members } from '../../platform/members';
import { covers } from '../../platform/permissions';
import { seesAll } from '../../platform/restriction.rules';
import { revisionOf } from '../../platform/revision';
import type { Tenants } from '../../platform/tenants';
import type { Visitor } from '../../platform/visitor';
import { addNoteReferences } from '../weight-accuracy';

const actions = defineActions('organisation', {
  create: { severity: 'warning' },
  change: { severity: 'warning' },
  suspend: { severity: 'critical' },
  reopen: { severity: 'critical' },
});

/** Identity's side of organisations and their people. */
export interface Dependencies {
  tenants: Tenants;
  members: Members;
  /** Belongs to the internal organisation, wherever they act. */
  staff: boolean;
}

interface Changing {
  revision: string;
  means: Dependencies;
}

const refuse = (code: Parameters<typeof fail.unprocessable>[0], field: string) =>
  fail.unprocessable(code, { fields: [{ field, code }] });

/** Of what can be changed here alone; that a site was added is nobody's change of the organisation. */
export const revisionOfRow = ({
  name,
  kind,
  segmentName,
  countryCode,
  currencyCode,
  unit,
  locale,
  timeZone,
  parentId,
  status,
}: OrganizationRow): string =>
  revisionOf([name, kind, segmentName, countryCode, currencyCode, unit, locale, timeZone, parentId, status]);

/**
 * Makes an organisation, and has its first administrator invited by mail.
 * @param audit of the visitor: the row is the new organisation's
 * @returns its id
 * @throws 422 nameTaken, unknownParent, unknownCountry, unknownCurrency, emailTaken, roleBeyondYours
 */
export function createOrganization(
  acting: ActingPersonally,
  {
    audit,
    fields,
    means: { tenants, members },
  }: { audit: Visitor['audit']; fields: NewOrganization; means: Dependencies },
): Promise<number> {
  const { administratorName, administratorEmail: email, ...own } = fields;
  const { now } = acting;
  return acting.db.transaction().execute(async (trx) => {
    // One place in the tree is taken after the other, so that no two make a circle.
    await members.lock(trx, internalOrganisation);
    await checkFields(trx, own);
    if (own.parentId !== null) await checkParent(trx, own.parentId);
    if ((await members.takenName(trx, { login: email, email })) !== null)
      throw refuse('users.emailTaken', 'administratorEmail');
    const organisationId = await tenants.add(trx, { name: own.name, parentNumber: own.parentId });
    await insertProfile(trx, organisationId, own);
    await addNoteReferences(trx, organisationId);
    const roles = (await members.roles(trx, organisationId)).filter(
      ({ key, builtIn }) => builtIn && key === 'administrator',
    );
    if (
      roles.some(({ permissions }) => permissions.some((permission) => !covers(acting.actor.permissions, permission)))
    )
      throw fail.unprocessable('users.roleBeyondYours');
    const userId = await members.add(trx, {
      tenantNumber: organisationId,
      login: email,
      email,
      fullName: administratorName,
      locale: own.locale,
      roleIds: roles.map(({ roleId }) => roleId),
      now,
    });
    await members.sendLink(trx, acting.jobs, { userId, requestId: acting.requestId ?? '', now });
    await audit(trx, {
      action: actions.create,
      entity: 'organisation',
      entityId: organisationId,
      organisationId,
      after: { ...fields, userId },
    });
    await touch(trx, organisationId);
    return organisationId;
  });
}

/** @throws 409 conflict, currencyFixed, 422 limitedToSites, parentByStaff, systemStandsAlone, nameTaken, unknownParent, circle, unknownCountry, unknownCurrency */
export function changeOrganization(
  acting: ActingPersonally,
  { fields, revision, means }: Changing & { fields: OrganizationFields },
): Promise<void> {
  const { organisationId } = acting.scope;
  return acting.db.transaction().execute(async (trx) => {
    await means.members.lock(trx, internalOrganisation);
    // Before the organisation's row, as whoever changes its people does.
    await means.members.lock(trx, organisationId);
    const before = await current(trx, acting, revision);
    await checkFields(trx, fields, organisationId);
    if (fields.parentId !== before.parentId)
      await checkMove(trx, { organisationId, parentId: fields.parentId, staff: means.staff });
    if (fields.currencyCode !== before.currencyCode && (await hasEvents(trx, organisationId))) {
      throw fail.conflict('organizations.currencyFixed', {
        fields: [{ field: 'currencyCode', code: 'organizations.currencyFixed' }],
      });
    }
    await means.tenants.change(trx, {
      number: organisationId,
      name: fields.name,
      parentNumber: fields.parentId,
      now: acting.now,
    });
    await updateProfile(trx, organisationId, fields);
    await acting.audit(trx, {
      action: actions.change,
      entity: 'organisation',
      entityId: organisationId,
      before,
      after: fields,
    });
    await acting.touch(trx);
  });
}

/**
 * Suspends the organisation that is acted in, or opens it again. Suspended, its people are signed out and its devices send in vain.
 * @throws 409 conflict, 422 limitedToSites, systemStays
 */
export function setSuspended(
  acting: ActingPersonally,
  { suspended, revision, means }: Changing & { suspended: boolean },
): Promise<void> {
  const { organisationId } = acting.scope;
  if (organisationId === internalOrganisation) throw fail.unprocessable('organizations.systemStays');
  return acting.db.transaction().execute(async (trx) => {
    await means.members.lock(trx, organisationId);
    const before = await current(trx, acting, revision);
    if (suspended === (before.status === 'SUSPENDED')) return;
    await means.tenants.setSuspended(trx, { number: organisationId, suspended, now: acting.now });
    await acting.audit(trx, {
      action: suspended ? actions.suspend : actions.reopen,
      entity: 'organisation',
      entityId: organisationId,
    });
    await acting.touch(trx);
  });
}

async function current(trx: Trx, { scope }: ActingPersonally, revision: string): Promise<OrganizationRow> {
  if (!seesAll(scope)) throw fail.unprocessable('organizations.limitedToSites');
  await lockOrganisation(trx, scope.organisationId);
  const before = await selectOrganization(trx, { scope, countries: await namesDoNotMatter(trx) });
  if (revisionOfRow(before) !== revision) throw fail.conflict('errors.conflict');
  return before;
}

const namesDoNotMatter = async (trx: Trx) =>
  (await trx.selectFrom('country').select(['code', 'name']).execute()).map(({ code, name }) => ({
    countryCode: code,
    countryName: name,
  }));

async function checkFields(
  trx: Trx,
  { name, countryCode, currencyCode }: Pick<OrganizationFields, 'name' | 'countryCode' | 'currencyCode'>,
  exceptId?: number,
): Promise<void> {
  if (await nameIsTaken(trx, { name, ...(exceptId === undefined ? {} : { exceptId }) }))
    throw refuse('organizations.nameTaken', 'name');
  if (!(await countryIsKnown(trx, countryCode))) throw refuse('sites.unknownCountry', 'countryCode');
  if (!(await currencyIsKnown(trx, currencyCode))) throw refuse('sites.unknownCurrency', 'currencyCode');
}

async function checkParent(trx: Trx, parentId: number): Promise<void> {
  if (parentId === internalOrganisation || !(await organisationExists(trx, parentId)))
    throw refuse('organizations.unknownParent', 'parentId');
}

/** Whoever belongs to the one above reaches what stands below, so that only internal staff move an organisation. */
async function checkMove(
  trx: Trx,
  { organisationId, parentId, staff }: { organisationId: number; parentId: number | null; staff: boolean },
): Promise<void> {
  if (!staff) throw refuse('organizations.parentByStaff', 'parentId');
  if (organisationId === internalOrganisation) throw refuse('organizations.systemStandsAlone', 'parentId');
  if (parentId === null) return;
  await checkParent(trx, parentId);
  if (await standsBelow(trx, { organisationId: parentId, aboveId: organisationId }))
    throw refuse('organizations.circle', 'parentId');
}
