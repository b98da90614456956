import type { Db, Trx } from '../../../platform/db/database';
import type { SettingsEdit, TenantSettings } from './settings.contract';

export async function selectSettings(
  db: Db | Trx,
  tenantNumber: number,
): Promise<TenantSettings & { tenantId: string }> {
  const row = await db
    .selectFrom('identity.tenant as t')
    .leftJoin('identity.tenant_settings as s', 's.tenant_number', 't.number')
    .select([
      't.id as tenantId',
      's.address',
      's.timezone',
      's.date_format as dateFormat',
      's.time_format as timeFormat',
      's.currency',
      's.logo',
      's.website',
      's.application_url as applicationUrl',
    ])
    .where('t.number', '=', tenantNumber)
    .executeTakeFirstOrThrow();
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as unknown as TenantSettings & {
    tenantId: string;
  };
}

export async function saveSettings(
  trx: Trx,
  tenantNumber: number,
  { now, ...settings }: SettingsEdit & { now: Date },
): Promise<void> {
  const {
    address,
    timezone,
    dateFormat: date_format,
    timeFormat: time_format,
    currency,
    logo,
    website,
    applicationUrl: application_url,
  } = settings;
  const row = {
    address,
    timezone,
    date_format,
    time_format,
    currency,
    logo,
    website,
    application_url,
    updated_at: now,
  };
  await trx
    .insertInto('identity.tenant_settings')
    .values({ tenant_number: tenantNumber, ...row })
    .onConflict((conflict) => conflict.column('tenant_number').doUpdateSet(row))
    .execute();
}
