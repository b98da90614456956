import type { LegacyPage } from '../../../client/legacy/page';
import { openSaveForm } from '../../../client/legacy/save-form';

interface Closing {
  kind: 'site' | 'location';
  name: string;
  state: 'A' | 'I';
  sentence: string;
  save(state: 'A' | 'I'): Promise<void>;
  onSaved: () => void;
}

/** Asks before a site or a location is closed or opened again; the sentence says what that means for it. */
export function openClosing(page: LegacyPage, { kind, name, state, sentence, save, onSaved }: Closing): void {
  const { t } = page;
  const closing = state === 'A';
  openSaveForm(page, {
    size: 'small', fields: [], tone: closing ? 'danger' : 'primary', sentence, onSaved,
    title: t(closing ? 'legacy.sites.closeTitle' : 'legacy.sites.openTitle', { name }),
    // With its noun: the cross of the dialog is called Close too.
    submit: t(`legacy.sites.${closing ? 'close' : 'reopen'}Named.${kind}`),
    saved: t(closing ? 'legacy.sites.closedDone' : 'legacy.sites.openedDone', { name }),
    save: () => save(closing ? 'I' : 'A'),
  });
}
