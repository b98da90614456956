import { openForm, type FormSpec, type OpenDialog } from './dialog';
import type { LegacyPage } from './page';

interface SaveForm extends Omit<FormSpec, 't' | 'onSubmit'> {
  save(typed: Record<string, string>): Promise<unknown>;
  /** What is said when it is saved. */
  saved: string;
  onSaved: () => void;
}

/** A form that saves what was typed, says so and has the page show what is new. */
export function openSaveForm(page: LegacyPage, { save, saved, onSaved, ...form }: SaveForm): OpenDialog {
  return openForm({
    ...form, t: page.t,
    async onSubmit(typed) {
      await save(typed);
      page.say(saved);
      onSaved();
    },
  });
}
