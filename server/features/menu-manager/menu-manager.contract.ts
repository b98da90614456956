import { z } from 'zod';
import type {
  ButtonKind,
  NamedButton,
  ProfileRow,
  ShowingDevice,
  VersionRow,
} from '../../domain/tracker-profiles/profiles.contract';
import { kinds, mostButtons } from '../../domain/tracker-profiles/profiles.rules';
import { localeCodes } from '../../platform/i18n/messages';
import { lineOfText, linesOfText } from '../../platform/text-input';
import { firstTicks, starts } from './menu-manager.rules';

/** So many devices are sent a version at once. */
export const mostDevices = 20_000;

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const kind = z.enum(kinds);
/** Of the draft or version that was shown. */
const seen = z.string().max(60);
/** Ticks send a name several times; a form that is sent on sends them in one text. */
const idList = (most: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',').filter((one) => one !== '') : (value ?? [])),
    z.array(id).max(most),
  );

const namesOnLines = linesOfText(20_000)
  .transform((text) => [
    ...new Set(
      text
        .split(/[\r\n]+/)
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    ),
  ])
  .pipe(z.array(lineOfText(200)).min(1, 'errors.required').max(mostButtons));

export const profileParams = z.object({ organisationId: id, profileId: id });
export type ProfileAddress = z.infer<typeof profileParams>;

/** A version's number, or the draft. */
const versionName = z.union([z.literal('draft'), id.max(2_147_483_647)]);
const perhaps = versionName.optional().catch(undefined);

const doneWords = [
  'created',
  'renamed',
  'added',
  'named',
  'removed',
  'moved',
  'discarded',
  'archived',
  'restored',
  'published',
  'sent',
] as const;
export const profileDone = z.enum(doneWords).optional().catch(undefined);
export type ProfileDone = z.infer<typeof profileDone>;

export const profileQuery = z.object({
  section: kind.optional().catch(undefined),
  /** What is looked for among the values to add; there only while somebody adds. */
  text: lineOfText(100).optional().catch(undefined),
  adds: z.literal('1').optional().catch(undefined),
  done: profileDone,
});
export type ProfileQuery = z.infer<typeof profileQuery>;

export const previewQuery = z.object({
  version: perhaps,
  step: kind.optional().catch(undefined),
  locale: z.enum(localeCodes).optional().catch(undefined),
});
export type PreviewQuery = z.infer<typeof previewQuery>;

export const compareQuery = z.object({ from: perhaps, to: perhaps });
export type CompareQuery = z.infer<typeof compareQuery>;

export const publishVersion = z.object({
  version: perhaps,
  tick: z.enum(firstTicks).catch('showing').default('showing'),
});

/** The forms of a profile’s page. */
export const profileForms = {
  add: z.strictObject({ kind, seen, refIds: idList(mostButtons), text: lineOfText(100).default('') }),
  /** Names of values, one on a line, of which some may not be there yet. */
  name: z.strictObject({ kind: kind.exclude(['stage']), seen, names: namesOnLines }),
  remove: z.strictObject({ kind, seen, refId: id }),
  move: z.strictObject({ kind, seen, up: id.optional(), down: id.optional() }),
  order: z.strictObject({ kind, seen, order: idList(5_000) }),
  rename: z.strictObject({ name: lineOfText(200).min(1, 'errors.required') }),
  discard: z.strictObject({ seen }),
  archive: z.strictObject({}),
  restore: z.strictObject({}),
} as const;
export type ProfileForm = keyof typeof profileForms;

export const publishForm = z.strictObject({
  version: versionName,
  seen,
  devices: idList(mostDevices),
  /** Sites of which every device is meant. */
  sites: idList(5_000),
  confirmed: z.literal('yes').optional(),
});
export type PublishForm = z.infer<typeof publishForm>;

export const newProfileForm = z.strictObject({
  organisationId: id,
  name: lineOfText(200).min(1, 'errors.required'),
  start: z.enum(starts),
  copyOf: z.preprocess((value) => (value === '' ? undefined : value), id.optional()),
});

/** A device that is to show a profile, and whether it has said that it does. */
export interface RolledOut extends ShowingDevice {
  taken: boolean;
}

/** A profile with all that its page shows. */
export interface ProfileDetail {
  row: ProfileRow;
  versions: VersionRow[];
  /** The draft; without one, what is published. */
  base: VersionRow;
  buttons: NamedButton[];
  /** Languages in which trackers of the organization speak. */
  locales: string[];
  ownLocale: string;
  devices: RolledOut[];
}

/** Of a section: what may be added to it. */
export interface Offer {
  kind: ButtonKind;
  text: string;
  values: { refId: number; name: string; parentName: string | null }[];
  total: number;
}

/** What a profile would change where. */
export interface Effect {
  version: number;
  deviceIds: number[];
  /** By what they show now. */
  groups: { profileName: string | null; version: number | null; own: boolean; count: number }[];
  /** Devices that show this profile and are not among them. */
  staying: number;
}
