import {
  addMember,
  addUser,
  endPasswordLinks,
  findAccount,
  makePasswordLink,
  userActions,
  type PasswordLink,
} from '../identity';
import { internalOrganisation, type Locale } from '../platform/actor';
import { defineActions, recordAudit } from '../platform/audit';
import type { Db, Trx } from '../platform/db/database';
import { touch, touchPerson } from '../platform/freshness';
import { openOrganisation } from './open-organisation';

/** What an operator asked for cannot be done; the message is the one line that says why. */
export class Refused extends Error {}

/** A value that is well formed, but that this database does not know. */
export class UnknownValue extends Refused {}

/** How an operator acts: beside the pages, with the rights of whoever runs the program. */
export interface OperatorRun {
  db: Db;
  now: Date;
  /** The origin of the links. */
  publicUrl: string;
  /** Does everything, then takes it back. */
  dryRun: boolean;
}

const organisationActions = defineActions('organisation', { create: { severity: 'warning' } });

const operator = { userId: null, actor: 'command line' } as const;

async function inTransaction<T>({ db, dryRun }: OperatorRun, work: (trx: Trx) => Promise<T>): Promise<T> {
  if (!dryRun) return db.transaction().execute(work);
  const trx = await db.startTransaction().execute();
  try {
    return await work(trx);
  } finally {
    await trx.rollback().execute();
  }
}

export interface NewPerson {
  login: string;
  email: string;
  fullName: string;
  locale: Locale;
}

interface Membership {
  organisationId: number;
  role: string;
}

async function addPerson(
  trx: Trx,
  { login, email, fullName, locale, organisationId, role }: NewPerson & Membership,
  { now, publicUrl }: OperatorRun,
): Promise<PasswordLink> {
  for (const name of new Set([login, email])) {
    const account = await findAccount(trx, name);
    if (account)
      throw new Refused(
        `There is an account ${account.login} with this login or e-mail address already; new-link makes a fresh link for it.`,
      );
  }
  const userId = await addUser(trx, { login, email, fullName, locale, now });
  await addMember(trx, { tenantNumber: organisationId, userId, roles: [role] });
  await recordAudit(trx, {
    ...operator,
    organisationId,
    at: now,
    action: userActions.create,
    entity: 'user',
    entityId: userId,
    after: { login, role },
  });
  await touchPerson(trx, userId);
  return makePasswordLink(trx, { userId, purpose: 'ACTIVATION', publicUrl, now });
}

/**
 * A member of the internal organisation who holds every permission. @returns the link that activates the account
 * @throws Refused
 */
export function createStaff(run: OperatorRun, person: NewPerson): Promise<PasswordLink> {
  return inTransaction(run, (trx) =>
    addPerson(trx, { ...person, organisationId: internalOrganisation, role: 'internal-administrator' }, run),
  );
}

export interface NewCustomer {
  name: string;
  countryCode: string;
  currencyCode: string;
  /** Its abbreviation. */
  unit: string;
  timeZone: string;
  administrator: NewPerson;
}

/**
 * An organisation with its first administrator. @returns the organisation's id and the link that activates the account
 * @throws Refused; UnknownValue
 */
export function createOrganisation(
  run: OperatorRun,
  { administrator, unit, ...organisation }: NewCustomer,
): Promise<PasswordLink & { organisationId: number }> {
  const { name, countryCode, currencyCode, timeZone } = organisation;
  return inTransaction(run, async (trx) => {
    const known = await trx
      .selectFrom('organisation_directory')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirst();
    if (known) throw new Refused(`There is an organisation ${name} already (${known.id}).`);
    const country = await trx.selectFrom('country').select('code').where('code', '=', countryCode).executeTakeFirst();
    if (!country) throw new UnknownValue(`--country: there is no country ${countryCode} (ISO 3166, two letters).`);
    const currency = await trx
      .selectFrom('currency')
      .select('code')
      .where('code', '=', currencyCode)
      .executeTakeFirst();
    if (!currency)
      throw new UnknownValue(`--currency: there is no currency ${currencyCode} (ISO 4217, three letters).`);
    const { id: unitId } = await trx.selectFrom('unit').select('id').where('abbr', '=', unit).executeTakeFirstOrThrow();
    const organisationId = await openOrganisation(trx, { ...organisation, unitId, locale: administrator.locale });
    await recordAudit(trx, {
      ...operator,
      organisationId,
      at: run.now,
      action: organisationActions.create,
      entity: 'organisation',
      entityId: organisationId,
      after: { name, countryCode, currencyCode, timeZone },
    });
    await touch(trx, organisationId);
    const link = await addPerson(trx, { ...administrator, organisationId, role: 'administrator' }, run);
    return { ...link, organisationId };
  });
}

/**
 * A fresh link in the place of every earlier one: for a first password where the account has none, else for a new one.
 * @throws Refused
 */
export function newLink(run: OperatorRun, login: string): Promise<PasswordLink & { fullName: string }> {
  return inTransaction(run, async (trx) => {
    const account = await findAccount(trx, login);
    if (!account) throw new Refused(`There is no account ${login}.`);
    if (!account.usesPassword)
      throw new Refused(`The account ${account.login} is switched off or signs in without a password.`);
    await endPasswordLinks(trx, account.userId, run.now);
    await recordAudit(trx, {
      ...operator,
      organisationId: internalOrganisation,
      at: run.now,
      action: userActions.passwordLink,
      entity: 'user',
      entityId: account.userId,
    });
    const link = await makePasswordLink(trx, {
      userId: account.userId,
      purpose: account.hasPassword ? 'RESET' : 'ACTIVATION',
      publicUrl: run.publicUrl,
      now: run.now,
    });
    return { ...link, fullName: account.fullName };
  });
}
