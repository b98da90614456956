import type { FormatSettings } from '../../client/ui/format';
import type { ButtonKind, NamedButton } from '../../server/domain/tracker-profiles/profiles.contract';
import type {
  Offer,
  ProfileDetail,
  ProfileDone,
  ProfileForm,
} from '../../server/features/menu-manager/menu-manager.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FormFailure } from '../layout/form-failure';
import type { Locale } from '../locales/messages';
import type { Writing } from './menu-words';

/** What was asked of a draft that somebody else had changed meanwhile. */
export interface Pending {
  form: ProfileForm;
  fields: Record<string, string>;
  buttons: NamedButton[];
}

export interface ProfilePageProps {
  t: Translate;
  settings: FormatSettings;
  now: Date;
  detail: ProfileDetail;
  organisationId: number;
  /** The address of this page. */
  action: string;
  back: string;
  section: ButtonKind;
  offer: Offer | null;
  /** Of the draft as it is shown. */
  mark: string;
  /** May edit the names of values. */
  translates: boolean;
  limited: boolean;
  localeNames: Record<Locale, string>;
  done: NonNullable<ProfileDone> | null;
  refused: (FormFailure & { form: ProfileForm }) | null;
  pending: Pending | null;
}

export type ProfileParts = ProfilePageProps & Writing;
