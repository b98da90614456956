import { localDay } from '../../../client/legacy/local-clock';
import type { LegacyPage } from '../../../client/legacy/page';
import type { DialogForm } from '../../../client/ui/form-dialog';

interface Closing {
  kind: 'site' | 'location';
  name: string;
  state: 'A' | 'I';
  timeZone: string;
  /** What it means, a line each: for its days, for what was weighed, and how it is undone. */
  points: string[];
  /** Whether a last day is asked for where it is closed. */
  lastDay: boolean;
  save(state: 'A' | 'I', lastDay: { closedOn?: string }): Promise<void>;
  onSaved: () => void;
}

/** Asks before a site or a location is closed or opened again, and says what that means for it. */
export function closingForm(
  { t, say }: LegacyPage,
  { kind, name, state, timeZone, points, lastDay, save, onSaved }: Closing,
): DialogForm {
  const closing = state === 'A';
  const today = localDay(new Date(), timeZone);
  return {
    tone: closing ? 'danger' : 'primary',
    points,
    fields:
      closing && lastDay
        ? [
            {
              name: 'closedOn',
              kind: 'date',
              label: t('legacy.sites.lastDay'),
              defaultValue: today,
              max: today,
              required: true,
              hint: t('legacy.sites.lastDayHint'),
            },
          ]
        : [],
    title: t(closing ? 'legacy.sites.closeTitle' : 'legacy.sites.openTitle', { name }),
    submit: t(`legacy.sites.${closing ? 'close' : 'reopen'}Named.${kind}`),
    async onSubmit({ closedOn }) {
      await save(closing ? 'I' : 'A', closedOn ? { closedOn } : {});
      say(t(closing ? 'legacy.sites.closedDone' : 'legacy.sites.openedDone', { name }));
      onSaved();
    },
  };
}
