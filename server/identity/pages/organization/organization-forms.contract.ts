import { z } from 'zod';
import { lineOfText, linesOfText } from '../../../platform/text-input';
import { webAddress } from '../../core/tenants/tenant.contract';
import { shortText } from '../../wire.contract';

/** As front ends of the identity API name them, each with New Year's Eve. */
export const dateFormats = {
  'DD/MM/YYYY': '31/12/2026',
  'MM/DD/YYYY': '12/31/2026',
  'DD.MM.YYYY': '31.12.2026',
  'YYYY-MM-DD': '2026-12-31',
} as const;
export const timeFormats = { 'HH:mm': '14:30', 'hh:mm A': '02:30 PM' } as const;

const web = z
  .string()
  .trim()
  .max(2000)
  .refine(
    (address) => address === '' || (webAddress.safeParse(address).success && URL.canParse(address)),
    'organizationSettings.notAnAddress',
  );

/** An empty text says nothing any more. */
export const organizationForm = z.strictObject({
  name: shortText,
  address: linesOfText(500),
  website: web,
  applicationUrl: web,
  timezone: lineOfText(200),
  currency: lineOfText(200),
  dateFormat: lineOfText(200),
  timeFormat: lineOfText(200),
});
export type OrganizationForm = z.output<typeof organizationForm>;
export const chosenFields = ['timezone', 'currency', 'dateFormat', 'timeFormat'] as const;
export type ChosenField = (typeof chosenFields)[number];

export const organizationQuery = z.object({ done: z.enum(['saved', 'logo', 'noLogo']).optional().catch(undefined) });
