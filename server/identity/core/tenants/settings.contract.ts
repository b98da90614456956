/** What a tenant says of itself. */
export interface TenantSettings {
  address?: string | undefined;
  timezone?: string | undefined;
  dateFormat?: string | undefined;
  timeFormat?: string | undefined;
  currency?: string | undefined;
  logo?: string | undefined;
  website?: string | undefined;
  applicationUrl?: string | undefined;
}

/** What becomes of each; null: nothing is said any more. */
export type SettingsEdit = { [Field in keyof TenantSettings]: TenantSettings[Field] | null };
