import { z } from 'zod';
import { lineOfText, linesOfText } from '../../../platform/text-input';
import { webAddress } from '../../core/tenants/tenant.contract';
import { shortText } from '../../wire.contract';

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
