import { z } from 'zod';
import { themes } from '../../../platform/http/theme-cookie';
import { localeCodes } from '../../../platform/i18n/messages';
import { weightUnits } from '../../../platform/weight-units.rules';

export const preferencesForm = z.strictObject({
  locale: z.enum(localeCodes),
  unit: z.enum(weightUnits),
  /** `device` leaves the colours to what the device is set to. */
  theme: z.enum(['device', ...themes]),
  /** The page that the form stood on. */
  back: z.string().max(2000),
});
