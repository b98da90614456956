import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import pages from '../../legacy/pages.json';
import type { LayoutStrings, MessageKey } from '../../server/platform/i18n/messages';
import { createKeepAlive } from '../runtime/keep-alive';
import { closeLeftSheets } from '../runtime/left-sheets';
import { shortcuts } from '../runtime/shortcuts';
import { LayoutProvider } from '../ui/layout-strings';
import { followAddress } from './address';
import { Page } from './page';
import { base, open, request } from './session';

/**
 * Loads who is there and the sentences of their language, then shows the page in the `main` of its file.
 * @param how `ofAll`: the page is of no single organisation, so that none is chosen
 */
export async function openPage(titleKey: MessageKey, view: ComponentType, { ofAll = false } = {}): Promise<void> {
  const main = document.querySelector('main') ?? document.body.appendChild(document.createElement('main'));
  keepSession();
  shortcuts(document);
  closeLeftSheets(document);
  followTheme();
  try {
    const opened = await open(pages.find((one) => one.titleKey === titleKey)?.permission);
    document.documentElement.lang = opened.user.locale.replace('_', '-');
    document.title = opened.t(titleKey);
    // The host has a main landmark too; a name tells them apart.
    main.setAttribute('aria-label', document.title);
    main.removeAttribute('aria-busy');
    const { layout } = opened.messages as { layout: LayoutStrings };
    followAddress();
    createRoot(main).render(
      <LayoutProvider strings={layout}>
        <Page opened={ofAll ? { ...opened, participants: [] } : opened} view={view} />
      </LayoutProvider>,
    );
  } catch {
    // Without its sentences a page can only show the one that its file brings along.
    main.hidden = true;
    document.querySelector('[data-trouble]')?.removeAttribute('hidden');
  }
}

/** The host page hears no key and no click in its frame, so the frame itself says that somebody is there. */
function keepSession(): void {
  const keepAlive = createKeepAlive({
    ping: () => void request(`${base}/session/keep-alive`, { method: 'POST' }).catch(() => undefined),
    openedAt: Date.now(),
  });
  for (const name of ['keydown', 'pointerdown'])
    document.addEventListener(name, () => keepAlive.input(Date.now()), { passive: true });
}

function followTheme(): void {
  if (window.parent === window) return;
  try {
    const theme = window.parent.document.documentElement.dataset.theme;
    if (theme) document.documentElement.dataset.theme = theme;
  } catch {
    // Framed by a page that is not ours: it keeps its theme to itself.
  }
}
