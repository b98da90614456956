import { z } from 'zod';
import type { ImageRow } from '../../domain/images/images.contract';
import { picturedElements } from '../../domain/images/images.rules';
import { placeId } from '../../domain/places/place.filters';
import type { Translate } from '../../platform/i18n/messages';
import { choice, entry, reportFilters } from '../../platform/table/report-filters';
import { lineOfText } from '../../platform/text-input';
import { imageDone } from './manage-images.contract';
import { imageTable, shownImages } from './manage-images.table';

interface ListOffer {
  t: Translate;
  /** Those of the organization’s pictures, by name. */
  tags: readonly string[];
}

const said = (label: string) => label;

/** What does not fit is read as not given, so that an old link still shows the list. */
export const imageFilters = reportFilters<ListOffer>()(
  [
    entry('text', { kind: 'search', field: lineOfText(100).optional().catch(undefined), label: 'manageImages.search' }),
    choice('element', {
      field: z
        .enum(['', ...picturedElements])
        .catch('')
        .default(''),
      label: 'manageImages.element',
      silent: '',
      options: ({ t }: ListOffer) => [
        { value: '', label: t('global.all') },
        ...picturedElements.map((value) => ({ value, label: t(`hierarchies.elements.${value}`) })),
      ],
      chip: (label, _, value) => (value === '' ? null : label),
    }),
    choice('state', {
      field: z.enum(shownImages).catch('active').default('active'),
      label: 'manageImages.state',
      silent: 'active',
      options: ({ t }: ListOffer) => shownImages.map((value) => ({ value, label: t(`manageImages.shows.${value}`) })),
      chip: (label, _, value) => (value === 'active' ? null : label),
    }),
    choice('tag', {
      field: lineOfText(40).optional().catch(undefined),
      label: 'manageImages.tag',
      options: ({ t, tags }: ListOffer) => [
        { value: '', label: t('global.all') },
        ...tags.map((tag) => ({ value: tag, label: tag })),
      ],
      chip: said,
    }),
  ],
  { kept: ['organisationId', 'sort'], pages: ['page', 'done'] },
);

export const imageFilterQuery = z.object(imageFilters.query);

export const imageListQuery = z.object({
  organisationId: placeId,
  ...imageFilters.query,
  ...imageTable.query(),
  done: imageDone,
});
export type ImageListQuery = z.infer<typeof imageListQuery>;

/** By name, each once. */
export const tagsOf = (rows: readonly ImageRow[]): string[] =>
  [...new Set(rows.flatMap(({ tags }) => tags))].sort((one, other) => one.localeCompare(other));

const contains = (texts: readonly string[], wanted: string | undefined) =>
  wanted === undefined || texts.some((one) => one.toLocaleLowerCase().includes(wanted));

/** Whether what somebody looks for stands in what is said about a picture. */
export const isNamed = ({ name, tags, alts, license, source }: ImageRow, text: string | undefined): boolean =>
  contains([name, license, source, ...tags, ...Object.values(alts)], text?.toLocaleLowerCase());

const shows: Record<(typeof shownImages)[number], (row: ImageRow) => boolean> = {
  active: ({ retired }) => !retired,
  used: ({ uses }) => uses > 0,
  unused: ({ uses, retired }) => uses === 0 && !retired,
  retired: ({ retired }) => retired,
  all: () => true,
};

export const narrowed = (
  rows: readonly ImageRow[],
  { text, element, state, tag }: z.infer<typeof imageFilterQuery>,
): ImageRow[] =>
  rows.filter(
    (row) =>
      shows[state](row) &&
      (element === '' || row.elements.includes(element)) &&
      (tag === undefined || row.tags.includes(tag)) &&
      isNamed(row, text),
  );
