import type { Locale } from '../../platform/actor';
import type { buttonKinds } from './tracker-profile.contract';

export type ButtonKind = (typeof buttonKinds)[number];

/** A button as it is kept. */
export interface KeptButton {
  kind: ButtonKind;
  refId: number;
}

/** A button with what it stands for today. */
export interface NamedButton extends KeptButton {
  /** In the organization’s own language. */
  name: string;
  translations: Partial<Record<Locale, string>>;
  tareGrams: number | null;
  /** Path on this server, under a content name. */
  image: string | null;
  /** Trackers leave it out. */
  retired: boolean;
}

export interface ProfileRow {
  profileId: number;
  name: string;
  archived: boolean;
  /** null: none is published. */
  version: number | null;
  publishedAt: string | null;
  draftChangedAt: string | null;
  draftChangedBy: string | null;
  /** In use, of those that the reader sees. */
  devices: number;
  /** Of these, those that show an older version. */
  devicesBehind: number;
}

export interface VersionRow {
  versionId: number;
  /** null: the draft. */
  version: number | null;
  revision: number;
  fromVersion: number | null;
  changedAt: string;
  changedBy: string | null;
  publishedAt: string | null;
  publishedBy: string | null;
  buttons: number;
  devices: number;
}

/** A device in use with what it shows. */
export interface ShowingDevice {
  deviceId: number;
  name: string;
  siteId: number | null;
  siteName: string | null;
  locationId: number | null;
  locationName: string | null;
  shown: { profileId: number; profileName: string; versionId: number; version: number; assignedAt: string } | null;
}

/** What the call of a device is made from. */
export interface PublishedProfile {
  name: string;
  version: number;
  /** In the order in which they are shown. */
  buttons: KeptButton[];
}
