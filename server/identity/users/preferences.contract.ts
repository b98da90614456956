import { z } from 'zod';
import { localeCodes } from '../../platform/i18n/messages';
import { themes } from '../../platform/http/theme-cookie';
import { weightUnits } from '../../platform/weight-units.rules';

export const preferencesForm = z.strictObject({
  locale: z.enum(localeCodes),
  unit: z.enum(weightUnits),
  /** `device` leaves the colours to what the device is set to. */
  theme: z.enum(['device', ...themes]),
  /** The page that the form stood on. */
  back: z.string().max(2000),
});
