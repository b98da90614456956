import { z } from 'zod';
import listed from '../../../legacy/pages.json';
import type { MessageKey } from '../../platform/i18n/messages';
import type { Permission } from '../../platform/permissions';

const legacyPage = z.strictObject({
  /** Of the route and of the file below `legacy/`. */
  name: z.string().regex(/^[a-z][a-z-]*$/),
  titleKey: z.string().transform((key) => key as MessageKey),
  permission: z.string().transform((key) => key as Permission),
  /** Place among the CCM tools; without it, the page has no entry there. */
  menuOrder: z.number().optional(),
});

/** The legacy pages that exist. Routes, menu entries and the files that may be framed all come from this list. */
export const legacyPages = z.array(legacyPage).parse(listed);
