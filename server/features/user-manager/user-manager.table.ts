import { z } from 'zod';
import { securedWords } from '../../../views/user-manager/secured-words';
import type { Translate } from '../../platform/i18n/messages';
import { defineTable, type ScreenColumn } from '../../platform/table/define-table';
import { chipText, choice, entry, reportFilters } from '../../platform/table/report-filters';
import { lineOfText } from '../../platform/text-input';
import type { UserDetail } from '../users/users.contract';
import { reviewStates } from './access-review.rules';
import { reviewDoneField, type ReviewHead, type ReviewRow } from './user-manager.contract';
import { quietDays } from './user-manager.rules';

export type PersonRow = UserDetail['user'];

export const peopleFile = 'People.csv';
export const peopleTable = defineTable<PersonRow>()({
  size: 25,
  columns: {
    fullName: {
      label: 'users.fields.fullName',
      place: 'lead',
      sort: 'query',
      usual: 'asc',
      csv: ({ fullName }) => fullName,
    },
    email: { label: 'users.fields.email', sort: 'query', csv: ({ email }) => email },
    login: { label: 'users.fields.login', screen: false, csv: ({ login }) => login },
    roles: { label: 'users.fields.roles', csv: ({ roleNames }) => roleNames.join('; ') },
    secured: { label: 'users.fields.secured', csv: ({ secured }, { t }) => securedWords(t, secured) },
    status: {
      label: 'users.fields.status',
      place: 'side',
      sort: 'query',
      csv: ({ status }, { t }) => t(`users.states.${status}`),
    },
    ssoUser: {
      label: 'users.fields.ssoUser',
      screen: false,
      csv: ({ ssoUser }, { t }) => t(ssoUser ? 'userManager.yes' : 'userManager.no'),
    },
    lastSignInAt: {
      label: 'users.fields.lastSignInAt',
      sort: 'query',
      csv: ({ lastSignInAt }) => lastSignInAt,
    },
  },
});
export type PeopleColumn = ScreenColumn<typeof peopleTable>;

interface Offer {
  t: Translate;
  roles: readonly { roleId: number; roleName: string }[];
}
const statuses = ['ACTIVE', 'INVITED', 'INACTIVE'] as const;

export const peopleFilters = reportFilters<Offer>()(
  [
    entry('text', { kind: 'search', field: lineOfText(100).optional().catch(undefined), label: 'userManager.search' }),
    choice('status', {
      field: z.enum(statuses).optional().catch(undefined),
      label: 'users.fields.status',
      options: ({ t }: Offer) => [
        { value: '', label: t('global.all') },
        ...statuses.map((value) => ({ value, label: t(`users.states.${value}`) })),
      ],
      chip: (label, _offer, value) => (value === '' ? null : label),
    }),
    choice('roleId', {
      field: z.coerce.number().int().positive().optional().catch(undefined),
      label: 'users.fields.roles',
      options: ({ t, roles }: Offer) => [
        { value: '', label: t('global.all') },
        ...roles.map(({ roleId, roleName }) => ({ value: String(roleId), label: roleName })),
      ],
      chip: (label, offer, value) => (value === '' ? null : chipText(offer, 'users.fields.roles', label)),
    }),
    choice('quiet', {
      field: z.enum(['yes']).optional().catch(undefined),
      label: 'users.fields.lastSignInAt',
      options: ({ t }: Offer) => [
        { value: '', label: t('global.all') },
        { value: 'yes', label: t('userManager.quiet', { count: quietDays }) },
      ],
      chip: (label, _offer, value) => (value === '' ? null : label),
    }),
  ],
  { kept: ['sort'], pages: ['page', 'done'] },
);
export const peopleFileQuery = z.object(peopleFilters.query);
export const peopleQuery = z.object({
  ...peopleFilters.query,
  ...peopleTable.query(),
  done: z.enum(['invited']).optional().catch(undefined),
});

export const reviewsTable = defineTable<ReviewHead>()({
  size: 25,
  columns: {
    name: { label: 'userManager.reviews.name', place: 'lead', sort: ({ name }) => name, csv: ({ name }) => name },
    started: {
      label: 'userManager.reviews.started',
      sort: ({ startedAt }) => startedAt,
      usual: 'desc',
      csv: ({ startedAt }) => startedAt,
    },
    kept: { label: 'userManager.reviews.states.keep', numeric: true, sort: ({ kept }) => kept },
    removed: { label: 'userManager.reviews.states.remove', numeric: true, sort: ({ removed }) => removed },
    signed: { label: 'userManager.reviews.signed', sort: ({ signedAt }) => signedAt, csv: ({ signedAt }) => signedAt },
  },
});
export type ReviewsColumn = ScreenColumn<typeof reviewsTable>;
export const reviewsQuery = z.object({ ...reviewsTable.query() });

export const reviewFile = 'Access review.csv';
export const reviewTable = defineTable<ReviewRow>()({
  size: { offered: [25, 100, 500], usual: 25 },
  columns: {
    person: {
      label: 'users.fields.fullName',
      place: 'lead',
      sort: ({ fullName }) => fullName ?? '',
      usual: 'asc',
      csv: ({ fullName }, { t }) => fullName ?? t('userManager.deleted'),
    },
    email: { label: 'users.fields.email', screen: false, csv: ({ email }) => email },
    roles: { label: 'users.fields.roles', csv: ({ roleNames }) => roleNames.join('; ') },
    secured: { label: 'users.fields.secured', csv: ({ secured }, { t }) => securedWords(t, secured) },
    status: {
      label: 'users.fields.status',
      screen: false,
      csv: ({ status }, { t }) => t(`users.states.${status}`),
    },
    lastSignInAt: {
      label: 'users.fields.lastSignInAt',
      sort: ({ lastSignInAt }) => lastSignInAt ?? '',
      csv: ({ lastSignInAt }) => lastSignInAt,
    },
    state: {
      label: 'userManager.reviews.decision',
      place: 'side',
      sort: ({ state }) => reviewStates.indexOf(state),
      csv: ({ state }, { t }) => t(`userManager.reviews.states.${state}`),
    },
    note: { label: 'userManager.reviews.note', screen: false, csv: ({ note }) => note },
    decidedBy: {
      label: 'userManager.reviews.decidedBy',
      csv: ({ decidedByName }) => decidedByName,
    },
    decidedAt: { label: 'userManager.reviews.decidedAt', screen: false, csv: ({ decidedAt }) => decidedAt },
  },
});
export type ReviewColumn = ScreenColumn<typeof reviewTable>;

export const reviewFilters = reportFilters<{ t: Translate }>()(
  [
    entry('text', { kind: 'search', field: lineOfText(100).optional().catch(undefined), label: 'userManager.search' }),
    choice('state', {
      field: z.enum(reviewStates).optional().catch(undefined),
      label: 'userManager.reviews.decision',
      options: ({ t }) => [
        { value: '', label: t('global.all') },
        ...reviewStates.map((value) => ({ value, label: t(`userManager.reviews.states.${value}`) })),
      ],
      chip: (label, _offer, value) => (value === '' ? null : label),
    }),
  ],
  { kept: ['sort'], pages: ['page', 'done'] },
);
export const reviewFileQuery = z.object(reviewFilters.query);
export const reviewQuery = z.object({ ...reviewFilters.query, ...reviewTable.query(), done: reviewDoneField });

export function narrowedReview(
  rows: readonly ReviewRow[],
  { text, state }: z.infer<typeof reviewFileQuery>,
): ReviewRow[] {
  const wanted = text?.toLocaleLowerCase();
  return rows.filter(
    (row) =>
      (state === undefined || row.state === state) &&
      (wanted === undefined || `${row.fullName ?? ''} ${row.email ?? ''}`.toLocaleLowerCase().includes(wanted)),
  );
}
