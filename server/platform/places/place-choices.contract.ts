import { z } from 'zod';

export const placeChoices = z.strictObject({
  countries: z.array(
    z.strictObject({
      countryCode: z.string(),
      countryName: z.string(),
      timeZones: z.array(z.string()).describe('The country’s IANA time zones, the capital’s first.'),
      currencyCode: z.string().nullable().describe('ISO 4217.'),
    }),
  ),
  timeZones: z.array(z.string()).describe('All zones, UTC first.'),
  currencies: z.array(z.strictObject({ currencyCode: z.string(), currencyName: z.string() })).describe('By code.'),
});
export type PlaceChoices = z.infer<typeof placeChoices>;
