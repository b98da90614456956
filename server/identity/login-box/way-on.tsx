import { WayOnPage } from '../../../views/identity/way-on-page';
import { reply, type Context, type Reply } from '../../platform/http/define-route';
import { sentence, type MessageKey } from '../../platform/i18n/messages';
import type { ReturnTarget } from './return-target';

/** Seconds that somebody reads why they are led on. */
export const readSeconds = 1;

export interface WayOn {
  title: MessageKey;
  says: MessageKey;
  params?: Record<string, string | number> | undefined;
  /** Whoever is there already is led on by themselves. */
  arrived: boolean;
}

/** A page that says what has come of something, and leads on: to where somebody wanted to go, or to the sign-in. */
export function wayOn(context: Context<'public'>, target: ReturnTarget, { title, says, params = {}, arrived }: WayOn): Reply {
  const { t, actor } = context;
  const to = actor ? target.next(context) : '/account/login';
  const page = reply.page(
    <WayOnPage tone={arrived ? 'info' : 'warning'} says={sentence(t, says, params)} to={to} label={t(actor ? 'signUp.toHome' : 'signUp.toSignIn')} />,
    { title: sentence(t, title, params), layout: 'bare' },
  );
  return arrived ? { ...page, headers: { Refresh: `${readSeconds}; url=${to}` } } : page;
}

/** Back from a service that proves who somebody is. Whatever it carries means nothing where no such sign-in was begun. */
export const fromNowhere = (context: Context<'public'>, target: ReturnTarget): Reply =>
  wayOn(context, target, { title: 'signUp.externalTitle', says: context.actor ? 'signUp.externalSignedIn' : 'signUp.external', arrived: context.actor !== null });
