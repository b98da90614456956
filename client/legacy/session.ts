import type { Translate } from '../../server/platform/i18n/messages';
import { shownClientView } from '../runtime/client-view';
import { createRequest, RequestError } from '../runtime/request';
import { createTranslate, type Messages } from '../runtime/sentences';
import { createFormat, type Format, type Locale } from '../ui/format';
import { clientViewEnded, proofNeeded, sessionEnded } from './host-link';

interface User {
  name: string;
  locale: Locale;
  organizationId: number;
  organizationName: string;
  currencyCode: string;
  weightUnitId: number;
  permissions: string[];
}
interface Unit {
  unitId: number;
  unitAbrv: string;
  gramsPerUnit: number;
}
interface Participant {
  participantId: number;
  participantName: string;
}

/** What a page has to know before it shows anything. */
export interface Opened {
  user: User;
  messages: Messages;
  t: Translate;
  format: Format;
  /** The organisations that the person may choose from here. */
  participants: Participant[];
}

export const base = '/rest/v1';
export const request = createRequest({
  fetch: (...args) => window.fetch(...args),
  onSignedOut: sessionEnded,
  onClientViewEnded: clientViewEnded,
  onProofNeeded: proofNeeded,
  clientView: shownClientView,
});

/** Who is there, in which language, and where the page's permission lets them go. */
export async function open(permission: string | undefined): Promise<Opened> {
  const user = await request<User>(`${base}/user`);
  const [messages, units, participants] = await Promise.all([
    request<Messages>(`${base}/i18n/${user.locale}`),
    request<Unit[]>(`${base}/refdata/units`),
    request<Participant[]>(`${base}/participant/participants`, { query: { permission } }),
  ]);
  const unit = units.find((one) => one.unitId === user.weightUnitId);
  const format = createFormat({
    locale: user.locale,
    timeZone: 'UTC',
    unit: { id: user.weightUnitId, abbr: unit?.unitAbrv ?? 'g', gramsPerUnit: unit?.gramsPerUnit ?? 1 },
  });
  // By way of `unknown`: the compiler would compare the two functions for every pair of keys.
  const t = createTranslate(messages, user.locale) as unknown as Translate;
  return { user, messages, participants, format, t };
}

/** What went wrong, in the server's words where it has any. */
export function sentenceOf(error: unknown, t: Translate): string {
  if (!(error instanceof RequestError)) return t('errors.unexpected');
  if (error.code === 'network' || error.code === 'unreadable') return t('legacy.ui.noAnswer');
  const first = Object.values(error.fields)[0];
  return first && error.code === 'badRequest' ? first : error.message;
}
