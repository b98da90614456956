import { createReadStream } from 'node:fs';
import { listPlaces, listRestrictions } from '../../domain/places';
import type { Locale } from '../../platform/actor';
import { spelledAddress } from '../../platform/email-address.rules';
import { fail, Failure } from '../../platform/errors';
import type { UploadedFile } from '../../platform/http/define-route';
import { localeCodes, translator, type MessageKey, type Translate } from '../../platform/i18n/messages';
import type { TenantRole } from '../../platform/members';
import { seesAll } from '../../platform/restriction.rules';
import { revisionOf } from '../../platform/revision';
import { nameOfRole } from '../../platform/role-names';
import { SheetError } from '../../platform/sheet/sheet.errors';
import { sampleSheet } from '../../platform/sheet/sheet.reader';
import { csvFile, type CsvFile } from '../../platform/table/csv';
import { emailAddress } from '../../platform/text-input';
import { messageKeyOf } from '../imports/import-codes.contract';
import {
  changeUserIn,
  createUserIn,
  editingPeople,
  findUser,
  narrowUserIn,
  rolesFor,
  rolesOf,
  setActiveIn,
  type Editing,
  type Found,
} from '../users';
import {
  countsOf,
  inCell,
  linesOf,
  planOf,
  sameIds,
  sheetLimits,
  type Known,
  type LinePlan,
  type SheetLine,
  unknownHeads,
} from './user-sheet.rules';

type Refusal = NonNullable<Found['refused'][keyof Found['refused']]>;
export type Plan = LinePlan<Locale, Refusal>[];

const refusedFile = (code: MessageKey, params?: Record<string, string | number>) =>
  fail.unprocessable('errors.badRequest', { fields: [{ field: 'file', code, params }] });

/** The lines of a text or a workbook whose first line names its columns. @throws 422 of the file */
export async function readSheetFile(file: UploadedFile | undefined): Promise<SheetLine[]> {
  if (!file || file.name === '') throw refusedFile('imports.fileMissing');
  try {
    const { rows } = await sampleSheet(createReadStream(file.path), {
      most: sheetLimits.lines + 2,
      limits: { bytes: sheetLimits.bytes, lines: sheetLimits.lines + 1_000 },
    });
    if (rows.length - 1 > sheetLimits.lines)
      throw refusedFile('userManager.sheet.tooManyLines', {
        count: sheetLimits.lines,
        number: sheetLimits.lines,
      });
    const lines = linesOf(rows);
    if (!lines) throw refusedFile('userManager.sheet.noEmailColumn');
    const [strange] = unknownHeads(rows[0]?.cells ?? []);
    if (strange !== undefined)
      throw refusedFile('userManager.sheet.unknownColumn', { name: strange.trim().slice(0, 100) });
    if (lines.length === 0) throw refusedFile('userManager.sheet.noLines');
    if (JSON.stringify(lines).length > sheetLimits.characters) throw refusedFile('userManager.sheet.tooLong');
    return lines;
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    throw refusedFile(messageKeyOf(error.code) as MessageKey, error.params);
  }
}

const small = (text: string) => text.normalize('NFC').toLowerCase();
const inEveryLanguage = (say: (t: Translate) => string[]) =>
  new Set(localeCodes.flatMap((locale) => say(translator(locale))).map(small));

const words = () => ({
  everything: inEveryLanguage((t) => [t('users.seesAll')]),
  yes: new Set([
    ...inEveryLanguage((t) => [t('userManager.yes'), t('users.states.ACTIVE'), t('users.states.INVITED')]),
    'true',
    '1',
  ]),
  no: new Set([...inEveryLanguage((t) => [t('userManager.no'), t('users.states.INACTIVE')]), 'false', '0']),
});

/** A role by its key, its own name and its name in every language. */
function rolesByName(editing: Editing, roles: readonly TenantRole[]): Known<Locale>['roles'] {
  const byName = new Map<string, { roleId: number; grantable: boolean } | null>();
  for (const { roleId, grantable } of rolesFor(translator('en_US'), editing, roles)) {
    const role = roles.find((one) => one.roleId === roleId) as TenantRole;
    const names = role.builtIn
      ? [role.key, ...localeCodes.map((locale) => nameOfRole(translator(locale), role))]
      : [role.name];
    for (const name of new Set(names.map(small))) byName.set(name, byName.has(name) ? null : { roleId, grantable });
  }
  return byName;
}

/** Languages by their code, with and without a country. */
const locales = new Map(localeCodes.flatMap((code) => [code, code.slice(0, 2)].map((name) => [small(name), code])));

const address = emailAddress();

async function knownTo(editing: Editing, lines: readonly SheetLine[]): Promise<Known<Locale, Refusal>> {
  const { acting, members } = editing;
  const { db, scope } = acting;
  const emails = [...new Set(lines.map(({ email }) => small(email)))];
  const { members: found } = await members.list(db, {
    tenantNumber: scope.organisationId,
    emails,
    sort: { column: 'email', direction: 'asc' },
    limit: sheetLimits.lines,
    offset: 0,
  });
  const people = new Map<string, ReturnType<typeof personOf>>();
  for (const { userId, email } of found) people.set(small(email), personOf(await findUser(editing, userId)));
  return {
    people,
    roles: rolesByName(editing, await rolesOf(editing)),
    sites: await listPlaces(db, scope),
    words: words(),
    locales,
    isAddress: (text) => address.safeParse(text).success,
  };
}

const personOf = ({ member, items, refused }: Found) => ({
  userId: member.userId,
  roleIds: member.roleIds,
  items,
  active: member.status !== 'INACTIVE',
  refused,
});

/** What the lines ask for, and a name for it that a confirmation sends back. @throws 422 limitedToSites */
export async function planSheet(
  editing: Editing,
  given: readonly SheetLine[],
): Promise<{ lines: SheetLine[]; plan: Plan; shown: string }> {
  if (!seesAll(editing.acting.scope)) throw fail.unprocessable('users.limitedToSites');
  const lines = given.map((line) => ({ ...line, email: spelledAddress(line.email) }));
  const plan = planOf(lines, await knownTo(editing, lines));
  return { lines, plan, shown: revisionOf(plan) };
}

/**
 * Makes all the changes that were shown, or none.
 * @throws 409 conflict where the lines would do something else by now, 422 refusedLines, and notApplied with the line and the reason
 */
export async function applySheet(
  editing: Editing,
  { lines, shown, usualLocale }: { lines: readonly SheetLine[]; shown: string; usualLocale: Locale },
): Promise<{ added: number; changed: number }> {
  const { plan, shown: now } = await planSheet(editing, lines);
  if (now !== shown) throw fail.conflict('errors.conflict');
  const { add: added, change: changed, refused } = countsOf(plan);
  if (refused > 0) throw fail.unprocessable('userManager.sheet.refusedLines', { params: { count: refused } });
  await editingPeople(editing, async (trx) => {
    for (const line of plan)
      try {
        if (line.kind === 'add') {
          const { email, name: fullName, roleIds, items, locale } = line;
          const account = { email, fullName, roleIds, items, login: '', locale: locale ?? usualLocale };
          await createUserIn(trx, editing, account);
        } else if (line.kind === 'change') await changeIn(trx, editing, line);
      } catch (error) {
        if (!(error instanceof Failure) || error.status !== 422) throw error;
        const [field] = error.options.fields ?? [];
        throw fail.unprocessable('userManager.sheet.notApplied', {
          params: { line: line.line, email: line.email },
          fields: [{ field: 'lines', code: field?.code ?? error.code, params: field?.params ?? error.options.params }],
          cause: error,
        });
      }
  });
  return { added, changed };
}

async function changeIn(
  trx: Parameters<typeof createUserIn>[0],
  editing: Editing,
  { userId, roleIds, items, active }: Extract<Plan[number], { kind: 'change' }>,
): Promise<void> {
  const found = () => findUser(editing, userId, trx);
  const { member, items: held } = await found();
  const foreseen =
    (!roleIds || sameIds(roleIds.before, member.roleIds)) &&
    (!items || JSON.stringify(items.before) === JSON.stringify(held)) &&
    (active === undefined || active !== (member.status !== 'INACTIVE'));
  if (!foreseen) throw fail.conflict('errors.conflict');
  if (roleIds) {
    const { revision } = await found();
    const { fullName, email } = member;
    await changeUserIn(trx, editing, { userId, edit: { fullName, email, roleIds: [...roleIds.after], revision } });
  }
  if (items) {
    const { revision } = await found();
    await narrowUserIn(trx, editing, { userId, items: items.after, revision });
  }
  if (active !== undefined) {
    const { revision } = await found();
    await setActiveIn(trx, editing, { userId, active, revision });
  }
}

/** Read at a time. */
const piece = 500;

/** Everyone of the organization, as a sheet that can be read again. */
export function sheetOfPeople(editing: Editing, t: Translate): CsvFile {
  const { acting, members } = editing;
  const { db, scope } = acting;
  async function* rows() {
    const roles = await members.roles(db, scope.organisationId);
    const restrictions = await listRestrictions(db, scope.organisationId);
    const sites = await listPlaces(db, scope);
    for (let offset = 0; ; offset += piece) {
      const { members: found } = await members.list(db, {
        tenantNumber: scope.organisationId,
        sort: { column: 'fullName', direction: 'asc' },
        limit: piece,
        offset,
      });
      for (const member of found) {
        const items = restrictions.get(member.userId);
        const names = sites.flatMap(({ siteId, siteName, locations }) => [
          ...(items?.siteIds.includes(siteId) ? [inCell(siteName)] : []),
          ...locations
            .filter(({ locationId }) => items?.locationIds.includes(locationId))
            .map(({ locationName }) => `${inCell(siteName)} > ${inCell(locationName)}`),
        ]);
        yield {
          ...member,
          roleNames: roles.filter(({ roleId }) => member.roleIds.includes(roleId)).map((role) => nameOfRole(t, role)),
          access: items ? names.join('; ') : t('users.seesAll'),
        };
      }
      if (found.length < piece) return;
    }
  }
  return csvFile(
    'People sheet.csv',
    [
      { header: t('users.fields.email'), value: ({ email }) => email },
      { header: t('users.fields.fullName'), value: ({ fullName }) => fullName },
      { header: t('users.fields.roles'), value: ({ roleNames }) => roleNames.map(inCell).join('; ') },
      { header: t('users.fields.secured'), value: ({ access }) => access },
      {
        header: t('userManager.sheet.active'),
        value: ({ status }) => t(status === 'INACTIVE' ? 'userManager.no' : 'userManager.yes'),
      },
      { header: t('users.fields.locale'), value: ({ locale }) => locale },
    ],
    rows(),
  );
}
