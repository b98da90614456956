import type { LegacyPage } from '../../../client/legacy/page';
import type { DialogForm } from '../../../client/ui/form-dialog';
import type { FormFieldProps } from '../../../client/ui/form-field';

interface Closing {
  kind: 'site' | 'location';
  name: string;
  state: 'A' | 'I';
  sentence: string;
  fields?: FormFieldProps[];
  save(state: 'A' | 'I', typed: Record<string, string>): Promise<void>;
  onSaved: () => void;
}

/** Asks before a site or a location is closed or opened again; the sentence says what that means for it. */
export function closingForm({ t, say }: LegacyPage, { kind, name, state, sentence, fields = [], save, onSaved }: Closing): DialogForm {
  const closing = state === 'A';
  return {
    size: 'small', fields, tone: closing ? 'danger' : 'primary', sentence,
    title: t(closing ? 'legacy.sites.closeTitle' : 'legacy.sites.openTitle', { name }),
    // With its noun: the cross of the dialog is called Close too.
    submit: t(`legacy.sites.${closing ? 'close' : 'reopen'}Named.${kind}`),
    async onSubmit(typed) {
      await save(closing ? 'I' : 'A', typed);
      say(t(closing ? 'legacy.sites.closedDone' : 'legacy.sites.openedDone', { name }));
      onSaved();
    },
  };
}
