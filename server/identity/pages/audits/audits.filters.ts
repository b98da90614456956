import { z } from 'zod';
import type { MessageKey, Translate } from '../../../platform/i18n/messages';
import { chipText, choice, entry, reportFilters } from '../../../platform/table/report-filters';
import { lineOfText } from '../../../platform/text-input';
import { isLocalDate } from '../../../platform/time';

const severities = ['info', 'warning', 'critical'] as const;

interface AuditsOffer {
  t: Translate;
  areas: readonly { value: string; label: string }[];
  /** Writes a day as the reader does. */
  writeDay(day: string): string;
}

const day = <const N extends string>(name: N, label: MessageKey) =>
  entry(name, {
    kind: 'date',
    field: z.string().refine(isLocalDate).optional().catch(undefined),
    label,
    written: (value, { writeDay }: AuditsOffer) => writeDay(value),
  });

const all = ({ t }: Pick<AuditsOffer, 't'>) => ({ value: '', label: t('global.all') });

/** The filters that the page and its file share. Days are the organization's and included. */
export const auditsFilters = reportFilters<AuditsOffer>()(
  [
    entry('search', { kind: 'search', field: lineOfText(200).optional().catch(undefined), label: 'audits.search' }),
    choice('area', {
      field: z
        .string()
        .regex(/^[a-zA-Z]{1,40}$/)
        .optional()
        .catch(undefined),
      label: 'audits.area',
      options: (offer: AuditsOffer) => [all(offer), ...offer.areas],
      chip: (label, offer, value) => (value === '' ? null : chipText(offer, 'audits.area', label)),
    }),
    choice('severity', {
      field: z.enum(severities).optional().catch(undefined),
      label: 'audits.severity',
      options: (offer: AuditsOffer) => [
        all(offer),
        ...severities.map((value) => ({ value, label: offer.t(`audits.severities.${value}`) })),
      ],
      chip: (label, offer, value) => (value === '' ? null : chipText(offer, 'audits.severity', label)),
    }),
    day('from', 'audits.from'),
    day('to', 'audits.to'),
  ],
  { kept: ['sort'], pages: ['page'] },
);
