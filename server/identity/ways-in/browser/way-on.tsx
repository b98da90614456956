import { WayOnPage } from '../../../../views/identity/way-on-page';
import { reply, type Context, type Reply } from '../../../platform/http/define-route';
import { sentence, type MessageKey } from '../../../platform/i18n/messages';
import type { ReturnTarget } from './return-target';

/** Seconds that somebody reads why they are led on. */
export const readSeconds = 1;

interface Led {
  tone: 'info' | 'warning';
  title: MessageKey;
  says: MessageKey;
  params?: Record<string, string | number> | undefined;
  to: string;
  /** Of the button that leads there. */
  label: MessageKey;
  /** After which the browser goes there by itself. */
  seconds?: number | undefined;
  status?: number;
}

/** A page that says what has come of something, or what comes next, and leads there. */
export function ledPage(
  { t }: Pick<Context<'public'>, 't'>,
  { tone, title, says, params = {}, to, label, seconds, status }: Led,
): Reply {
  const page = reply.page(<WayOnPage tone={tone} says={sentence(t, says, params)} to={to} label={t(label)} />, {
    title: sentence(t, title, params),
    layout: 'bare',
    status,
  });
  return seconds === undefined ? page : { ...page, headers: { Refresh: `${seconds}; url=${to}` } };
}

interface WayOn extends Pick<Led, 'title' | 'says' | 'params'> {
  /** Whoever is there already is led on by themselves. */
  arrived: boolean;
}

/** The same to where somebody wanted to go, or to the sign-in. */
export function wayOn(context: Context<'public'>, target: ReturnTarget, { arrived, ...said }: WayOn): Reply {
  const known = context.actor !== null;
  return ledPage(context, {
    ...said,
    tone: arrived ? 'info' : 'warning',
    to: known ? target.next(context) : '/account/login',
    label: known ? 'signUp.toHome' : 'signUp.toSignIn',
    seconds: arrived ? readSeconds : undefined,
  });
}

/** Back from a service that proves who somebody is. Whatever it carries means nothing where no such sign-in was begun. */
export const fromNowhere = (context: Context<'public'>, target: ReturnTarget): Reply =>
  wayOn(context, target, {
    title: 'signUp.externalTitle',
    says: context.actor ? 'signUp.externalSignedIn' : 'signUp.external',
    arrived: context.actor !== null,
  });
