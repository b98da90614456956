import { usePage } from '../../../client/legacy/page';
import type { DialogForm } from '../../../client/ui/form-dialog';
import type { FormFieldProps } from '../../../client/ui/form-field';
import type { BaselineStageRow, StoredBaseline } from '../../../server/features/baselines/manage-baselines.contract';

interface Change extends Omit<DialogForm, 'onSubmit'> {
  method: 'POST' | 'PUT';
  /** Below the location and stage. */
  path: string;
  bodyOf(typed: Record<string, string>): object;
  said: string;
}

/** @param path of the location and stage; `onSaved` is called after each change, so that they are loaded again */
export function useStageForms(path: string, onSaved: () => void) {
  const { t, call, ask, say } = usePage();
  const reason: FormFieldProps = {
    name: 'reason',
    kind: 'textarea',
    label: t('legacy.ui.reason'),
    required: true,
    maxLength: 500,
    rows: 3,
  };
  const change = ({ method, path: below, bodyOf, said, fields, ...form }: Change, done?: () => void) =>
    ask({
      ...form,
      fields: [...fields, reason],
      async onSubmit(typed) {
        await call(`${path}/${below}`, { method, body: { ...bodyOf(typed), reason: typed.reason } });
        say(said);
        done?.();
        onSaved();
      },
    });
  return {
    /** Makes a baseline of the chosen weeks, for a decision or at once. */
    openWeeks({ weeks, atOnce, onDone }: { weeks: string[]; atOnce: boolean; onDone: () => void }) {
      change(
        {
          fields: [],
          method: 'POST',
          path: atOnce ? 'manual' : 'proposal',
          bodyOf: () => ({ weeks }),
          title: t(atOnce ? 'legacy.baselines.setTitle' : 'legacy.baselines.proposeTitle', { count: weeks.length }),
          sentence: t(atOnce ? 'legacy.baselines.setSentence' : 'legacy.baselines.proposeSentence'),
          submit: t(atOnce ? 'legacy.baselines.setNow' : 'legacy.baselines.propose'),
          said: t(atOnce ? 'legacy.baselines.setDone' : 'legacy.baselines.proposeDone'),
        },
        onDone,
      );
    },

    openDecision({ baselineId }: StoredBaseline, accept: boolean) {
      change({
        fields: [],
        method: 'POST',
        path: accept ? 'acceptance' : 'rejection',
        bodyOf: () => ({ baselineId }),
        size: 'small',
        tone: accept ? 'primary' : 'danger',
        title: t(accept ? 'legacy.baselines.acceptTitle' : 'legacy.baselines.rejectTitle'),
        sentence: t(accept ? 'legacy.baselines.acceptSentence' : 'legacy.baselines.rejectSentence'),
        submit: t(accept ? 'legacy.baselines.accept' : 'legacy.baselines.reject'),
        said: t(accept ? 'legacy.baselines.acceptDone' : 'legacy.baselines.rejectDone'),
      });
    },

    openRebase() {
      change({
        method: 'POST',
        path: 'rebase',
        bodyOf: ({ fromWeek }) => ({ fromWeek }),
        fields: [
          {
            name: 'fromWeek',
            kind: 'date',
            label: t('legacy.baselines.fromWeek'),
            hint: t('legacy.baselines.fromWeekHint'),
            required: true,
          },
        ],
        title: t('legacy.baselines.rebase'),
        sentence: t('legacy.baselines.rebaseSentence'),
        submit: t('legacy.baselines.rebase'),
        said: t('legacy.baselines.rebaseDone'),
      });
    },

    /** Auto-baseline belongs to the location, so the words say that all of its stages are meant. */
    openAuto({ autoBaselineEnabled, locationName }: BaselineStageRow) {
      const enabled = !autoBaselineEnabled;
      change({
        fields: [],
        method: 'PUT',
        path: 'auto',
        bodyOf: () => ({ enabled }),
        title: t(enabled ? 'legacy.baselines.switchOn' : 'legacy.baselines.switchOff'),
        sentence: t(enabled ? 'legacy.baselines.switchOnSentence' : 'legacy.baselines.switchOffSentence', {
          location: locationName,
        }),
        submit: t(enabled ? 'legacy.baselines.switchOn' : 'legacy.baselines.switchOff'),
        said: t(enabled ? 'legacy.baselines.switchedOn' : 'legacy.baselines.switchedOff'),
      });
    },
  };
}
