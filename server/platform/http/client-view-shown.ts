import type { ClientViewBandProps } from '../../../views/layout/client-view-band';
import { locales } from '../../../views/locales';
import type { Actor } from '../actor';
import { minutesLeft } from '../client-view';
import { translator } from '../i18n/messages';

/** What the band says of a client view, in the language of who looks. */
export function clientViewBand(
  { clientView, fullName, organisation }: Pick<Actor, 'clientView' | 'fullName' | 'organisation'>,
  now: Date,
): ClientViewBandProps | undefined {
  if (!clientView) return undefined;
  const { by, endsAt } = clientView;
  const t = translator(by.locale);
  return {
    lang: by.locale.replace('_', '-'),
    title: t('layout.clientView.title'),
    text: t('layout.clientView.text', { person: by.fullName, viewed: fullName, organization: organisation.name }),
    left: t('layout.clientView.left', { minutes: minutesLeft(clientView, now) }),
    leftLater: locales[by.locale].layout.clientView.left,
    endsAt: endsAt.toISOString(),
    secondsLeft: Math.max(0, Math.ceil((endsAt.getTime() - now.getTime()) / 1000)),
    exitLabel: t('layout.clientView.exit'),
    exitAction: '/client-view/exit',
  };
}
