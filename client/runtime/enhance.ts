import { askBefore } from './ask-before';
import { busyForms } from './busy-forms';
import { fromHistory } from './from-history';
import { createKeepAlive } from './keep-alive';
import { keepFocus } from './keep-focus';
import { keepOrganisation } from './keep-organisation';
import { closeLeftSheets } from './left-sheets';
import { legacyFrame } from './legacy-frame';
import { closeMenus } from './menus';
import { revealPasswords } from './reveal-passwords';
import { shortcuts } from './shortcuts';
import { goToSignedOut } from './signed-out';
import { submitOnChange } from './submit-on-change';
import { swapRegions } from './swap-regions';
import { validSubmit } from './valid-submit';
import { wayBack } from './way-back';

/** What the server's pages gain from a script; each of them works without. */
closeMenus(document);
closeLeftSheets(document);
askBefore(document);
busyForms(document);
swapRegions(document);
submitOnChange(document);
validSubmit(document);
shortcuts(document);
legacyFrame(document);
wayBack(document);
revealPasswords(document);
keepFocus(document);
keepOrganisation(document);

if ('keepAlive' in document.documentElement.dataset) {
  const ping = () => fetch('/rest/v1/session/keep-alive', { method: 'POST', headers: { 'X-Requested-With': 'fetch' } })
    .then(({ status }) => {
      if (status === 401) goToSignedOut();
      return status !== 401;
    }, () => true);
  const keepAlive = createKeepAlive({ ping: () => void ping(), openedAt: Date.now() });
  for (const name of ['keydown', 'pointerdown']) document.addEventListener(name, () => keepAlive.input(Date.now()), { passive: true });
  fromHistory(window, ping);
}
