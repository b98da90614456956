import { clientViewBand, goToClientViewEnded } from './client-view';
import { askBefore, busyForms, revealPasswords, submitOnChange, swapForms, validSubmit } from './forms';
import { createKeepAlive } from './keep-alive';
import { keepFocus } from './keep-focus';
import { closeLeftSheets } from './left-sheets';
import { legacyFrame } from './legacy-frame';
import { closeMenus, fromHistory, keepOrganisation, wayBack } from './navigation';
import { shortcuts } from './shortcuts';
import { goToSignedOut } from './signed-out';
import { swapRegions } from './swap-regions';

/** What the server's pages gain from a script; each of them works without. */
closeMenus(document);
closeLeftSheets(document);
askBefore(document);
busyForms(document);
swapForms(document);
swapRegions(document);
submitOnChange(document);
validSubmit(document);
shortcuts(document);
legacyFrame(document);
wayBack(document);
revealPasswords(document);
keepFocus(document);
keepOrganisation(document);
clientViewBand(document);
if (document.querySelector('[data-offers-passkeys]'))
  void import('./passkey-offer').then(({ passkeyOffer }) => passkeyOffer(document));
if (document.querySelector('[data-most-bytes]'))
  void import('./largest-file').then(({ largestFile }) => largestFile(document));
if (document.querySelector('[data-captcha]')) void import('./captcha').then(({ captcha }) => captcha(document));
if (document.querySelector('[data-sends-itself]'))
  void import('./send-itself').then(({ sendItself }) => sendItself(document));
if (document.getElementById('tare-search'))
  void import('./search-window').then(({ searchWindow }) => searchWindow(document));
if (document.getElementById('tare-lookup')) void import('./id-lookup').then(({ idLookup }) => idLookup(document));

if ('keepAlive' in document.documentElement.dataset) {
  const ping = () =>
    fetch('/rest/v1/session/keep-alive', {
      method: 'POST',
      headers: { 'X-Requested-With': 'fetch', 'X-Client-View': document.documentElement.dataset.clientView ?? 'none' },
    }).then(
      ({ status }) => {
        if (status === 401) goToSignedOut();
        // Another client view than this page shows, or none any more.
        if (status === 409) goToClientViewEnded();
        return status !== 401 && status !== 409;
      },
      () => true,
    );
  const keepAlive = createKeepAlive({ ping: () => void ping(), openedAt: Date.now() });
  for (const name of ['keydown', 'pointerdown'])
    document.addEventListener(name, () => keepAlive.input(Date.now()), { passive: true });
  fromHistory(window, ping);
}
