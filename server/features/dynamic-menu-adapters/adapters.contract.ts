import { z } from 'zod';
import { pageParameter } from '../../platform/table/table-query';
import { lineOfText } from '../../platform/text-input';
import { isLocalDate, type LocalDate } from '../../platform/time';
import { adapterLimits, type RowOutcome } from './adapter-limits.rules';
import { dateOrders, type RowProblem, type SourceColumns } from './columns.rules';
import type { Suggestion } from './matching.rules';

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const version = z.coerce.number().int().positive().max(2_147_483_647);
const noneOrId = z.preprocess((value) => (value === '' ? null : value), id.nullable());
/** Sent once for each; what was refused and is sent again comes as one text. */
const several = <One extends z.ZodType>(one: One, most: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',').filter((part) => part !== '') : (value ?? [])),
    z.array(one).max(most),
  );

export const adapterKinds = ['feed', 'file'] as const;
export type AdapterKind = (typeof adapterKinds)[number];
const authKinds = ['none', 'basic', 'bearer', 'header'] as const;
export type AuthKind = (typeof authKinds)[number];

export const adapterParams = z.object({ organisationId: id, adapterId: id });
export type AdapterAddress = z.infer<typeof adapterParams>;
export const runParams = adapterParams.extend({ runId: id });
export const organisationParams = z.object({ organisationId: id });

const settings = {
  name: lineOfText(200).min(1, 'errors.required'),
  address: lineOfText(2_000).default(''),
  auth: z.enum(authKinds).default('none'),
  authName: lineOfText(200).default(''),
  // Neither trimmed nor shown again.
  secret: z.string().max(4_000).default(''),
  hour: z
    .preprocess((value) => (value === '' ? null : value), z.coerce.number().int().min(0).max(23).nullable())
    .default(null),
  weekdays: several(z.coerce.number().int().min(1).max(7), 7),
};
export const newAdapterForm = z.strictObject({ organisationId: id, kind: z.enum(adapterKinds), ...settings });
export type AdapterSettings = Omit<z.infer<typeof newAdapterForm>, 'organisationId' | 'kind'>;

const column = lineOfText(500);
const noneOrColumn = column.transform((name) => (name === '' ? null : name));

export const elements = ['WASTEITEM', 'DAYPART'] as const;

/** What a select of a review says: nothing yet, nothing that is weighed, or a value or location. */
const decision = z
  .string()
  .regex(/^(|none|\d{1,15})$/)
  .transform((said) => (said === '' ? null : said === 'none' ? ('none' as const) : Number(said)));
const reviewRow = z.strictObject({
  name: lineOfText(200),
  meaning: decision.default(null),
  /** Another one, by its name. */
  other: lineOfText(200).default(''),
});
const fieldOfRow = /^(name|meaning|other)-(\d{1,3})$/;

/** Names with what they mean: `name-0`, `meaning-0` and `other-0`, so that a refused form comes back field by field. */
function reviewForm<Shape extends z.ZodRawShape>(most: number, shape: Shape) {
  return z.preprocess(
    (sent) => {
      const rows: Record<string, unknown>[] = [];
      const others: Record<string, unknown> = {};
      for (const [field, value] of Object.entries((sent ?? {}) as Record<string, unknown>)) {
        const [, part, at] = fieldOfRow.exec(field) ?? [];
        if (part === undefined || Number(at) >= most) others[field] = value;
        else rows[Number(at)] = { ...rows[Number(at)], [part]: value };
      }
      return { ...others, rows: rows.filter((row) => row !== undefined) };
    },
    z.strictObject({ ...shape, rows: z.array(reviewRow).max(most) }),
  );
}

const namesForm = {
  element: z.enum(elements).default('WASTEITEM'),
  /** Takes the best suggestion for all that nobody decided. */
  all: z.enum(['1']).optional(),
  /** Of the names, shown again when the form is refused. */
  page: pageParameter,
};

/** The forms of an adapter’s pages. */
export const adapterForms = {
  settings: z.strictObject({ version, ...settings }),
  pause: z.strictObject({}),
  resume: z.strictObject({}),
  remove: z.strictObject({}),
  test: z.strictObject({}),
  run: z.strictObject({}),
  columns: z.strictObject({
    version,
    date: column.min(1, 'errors.required'),
    dish: column.min(1, 'errors.required'),
    location: noneOrColumn,
    daypart: noneOrColumn,
    portions: noneOrColumn,
    order: z.enum(dateOrders),
    locationIds: several(id, adapterLimits.locations),
  }),
  locations: reviewForm(adapterLimits.locations, { version }),
  dishes: reviewForm(100, namesForm),
  forget: z.strictObject({ element: z.enum(elements), key: lineOfText(200).min(1) }),
} as const;
export type AdapterForm = keyof typeof adapterForms;
export const uploadForm = z.strictObject({ mode: z.enum(['test', 'write']).default('test') });
export type LocationsForm = z.infer<typeof adapterForms.locations>;
export type NamesForm = z.infer<typeof adapterForms.dishes>;
export const reviewQuery = z.object({
  element: z.enum(elements).catch('WASTEITEM').default('WASTEITEM'),
});

export const adapterDone = z
  .enum(['created', 'settings', 'paused', 'resumed', 'removed', 'columns', 'locations', 'dishes', 'forgotten'])
  .optional()
  .catch(undefined);
export type AdapterDone = NonNullable<z.infer<typeof adapterDone>>;

export const menuQuery = z.object({
  locationId: noneOrId.optional().catch(undefined),
  date: z.string().refine(isLocalDate).optional().catch(undefined),
});

/** Why nothing could be read. */
export type SourceProblemCode =
  | 'address'
  | 'private'
  | 'unknownHost'
  | 'redirect'
  | 'tooLarge'
  | 'tooSlow'
  | 'unreachable'
  | 'certificate'
  | 'credentials'
  | 'missing'
  | 'status'
  | 'html'
  | 'notText'
  | 'empty'
  | 'tooManyRows'
  | 'tooManyColumns'
  | 'broken'
  | 'unreadable'
  | 'notJson'
  | 'noList'
  | 'jsonTooLarge'
  | 'columnsMissing'
  | 'tooManyMenus'
  | 'noFile'
  | 'removed'
  | 'changedMeanwhile'
  | 'lost'
  | 'unexpected';
export interface SourceProblem {
  code: SourceProblemCode;
  params: Record<string, string | number>;
}

/** The first rows of what was read last. */
export interface Sample {
  columns: string[];
  rows: string[][];
}

export interface ShownRow {
  line: number;
  date: LocalDate;
  location: string;
  daypart: string;
  dish: string;
  portions: number | null;
  itemName: string | null;
  outcome: RowOutcome;
}

export interface Counted {
  name: string;
  count: number;
}

/** What a run has read, and what it has written or would write. */
export interface RunResult {
  rows: number;
  /** Rows that name no dish. */
  empty: number;
  faulty: number;
  outcomes: Record<RowOutcome, number>;
  menus: number;
  days: number;
  /** Days at some location whose menus stay, as no row of theirs is understood. */
  daysLeft?: number;
  locations: number;
  first: LocalDate | null;
  last: LocalDate | null;
  shown: ShownRow[];
  problems: { line: number; code: RowProblem; raw: string }[];
  /** Locations that the source names and that are known. */
  known: Counted[];
  unknown: { dishes: Counted[]; dayparts: Counted[]; locations: Counted[] };
}

export interface RunRow {
  runId: number;
  adapterId: number;
  mode: 'test' | 'write';
  origin: 'person' | 'schedule';
  state: 'waiting' | 'running' | 'done' | 'failed';
  askedBy: string;
  askedAt: Date;
  endedAt: Date | null;
  problem: SourceProblem | null;
  result: RunResult | null;
}
/** Of a list, without what was read. */
export type RunHead = Omit<RunRow, 'result'> & Pick<Partial<RunResult>, 'menus' | 'faulty'>;

export interface AdapterRow {
  adapterId: number;
  name: string;
  kind: AdapterKind;
  address: string;
  auth: AuthKind;
  authName: string;
  hour: number | null;
  weekdays: number[];
  paused: boolean;
  columns: SourceColumns | null;
  sample: Sample | null;
  version: number;
  file: { name: string; uploadedAt: Date } | null;
  lastRun: RunHead | null;
}

export interface LocationName {
  key: string;
  name: string;
  /** undefined: nobody has said it, and no location is called so. */
  locationId: number | null | undefined;
  how: 'confirmed' | 'exact' | 'unknown';
}

export interface UnknownName extends Counted {
  suggestions: (Suggestion & { name: string })[];
}

export interface ConfirmedName {
  key: string;
  name: string;
  refId: number | null;
  refName: string | null;
}
