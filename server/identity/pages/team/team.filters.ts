import { z } from 'zod';
import type { Translate } from '../../../platform/i18n/messages';
import { chipText, choice, entry, reportFilters } from '../../../platform/table/report-filters';
import { lineOfText } from '../../../platform/text-input';
import { publicId } from '../../wire.contract';

const teamPresets = ['mfa-unenrolled', 'breached-passwords', 'inactive'] as const;

const presetLabels = {
  'mfa-unenrolled': 'team.presets.unenrolled',
  'breached-passwords': 'team.presets.breached',
  inactive: 'team.presets.inactive',
} as const;

interface TeamOffer {
  t: Translate;
  roles: readonly { value: string; label: string }[];
}

const all = ({ t }: Pick<TeamOffer, 't'>) => ({ value: '', label: t('global.all') });

/** The filters that the page and its file share. */
export const teamFilters = reportFilters<TeamOffer>()(
  [
    entry('search', { kind: 'search', field: lineOfText(200).optional().catch(undefined), label: 'team.search' }),
    choice('role', {
      field: publicId.optional().catch(undefined),
      label: 'team.role',
      options: (offer: TeamOffer) => [all(offer), ...offer.roles],
      chip: (label, offer, value) => (value === '' ? null : chipText(offer, 'team.role', label)),
    }),
    choice('preset', {
      field: z.enum(teamPresets).optional().catch(undefined),
      label: 'team.preset',
      options: (offer: TeamOffer) => [
        all(offer),
        ...teamPresets.map((value) => ({ value, label: offer.t(presetLabels[value]) })),
      ],
      chip: (label, _offer, value) => (value === '' ? null : label),
    }),
  ],
  { kept: ['sort'], pages: ['page'] },
);
