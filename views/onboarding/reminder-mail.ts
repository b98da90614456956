import { createFormat, type FormatSettings } from '../../client/ui/format';
import type { Step } from '../../server/features/onboarding/onboarding.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { mailOf, type MailText } from '../alerts/mail-page';

interface Reminded {
  t: Translate;
  settings: FormatSettings;
  /** Of whoever reminds them. */
  byName: string;
  siteName: string;
  step: Step;
  /** A local date. */
  dueOn: string;
  blocker: string | null;
  /** Of the checklist; null for somebody who may not open it. */
  url: string | null;
}

/** Tells the owner of a step that it is still to be done. */
export function reminderMail({ t, settings, byName, siteName, step, dueOn, blocker, url }: Reminded): MailText {
  const named = { step: t(`onboarding.steps.${step}`), site: siteName };
  return mailOf({
    lang: settings.locale.slice(0, 2),
    subject: t('onboarding.reminder.subject', named),
    parts: [
      { kind: 'sentence', text: t('onboarding.reminder.sentence', { ...named, name: byName }) },
      {
        kind: 'facts',
        facts: [
          { label: t('onboarding.due'), value: createFormat(settings).date(dueOn) },
          ...(blocker === null ? [] : [{ label: t('onboarding.blocker'), value: blocker }]),
        ],
      },
      ...(url === null ? [] : [{ kind: 'button' as const, text: t('onboarding.reminder.open'), url }]),
    ],
  });
}
