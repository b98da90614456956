import type { Format } from '../../client/ui/format';
import type { Capture } from '../../server/domain/measures/capture.contract';
import type { Translate } from '../../server/platform/i18n/messages';

interface CaptureProps {
  t: Translate;
  format: Format;
  capture: Capture;
}

const decimals = 2;

/** How much of what the bins weighed was recorded, beside the share of days that were tracked. */
export function accuracyText({ t, format, capture: { accuracy, notCorrected } }: CaptureProps): string {
  if (accuracy !== null) return t('reliability.accuracyOf', { percent: format.percent(accuracy) });
  return t('reliability.accuracyUnknown', {
    reason:
      notCorrected === 'noCheckWeights' ? t('reliability.notCorrected.noCheckWeights') : t('reliability.accuracyNone'),
  });
}

export const correctedText = ({ format, capture: { corrected } }: Pick<CaptureProps, 'format' | 'capture'>): string =>
  corrected === null ? '–' : format.percent(corrected, { decimals, sign: true });

/** What a result would be had all been recorded, or why nobody can say; nothing where no bin was ever weighed. */
export function correctedNote({ t, format, capture }: CaptureProps): string | null {
  if (capture.notCorrected === 'noCheckWeights' || capture.notCorrected === 'noChange') return null;
  if (capture.notCorrected !== null)
    return t('reliability.notCorrectedNote', { reason: t(`reliability.notCorrected.${capture.notCorrected}`) });
  return t('reliability.correctedNote', { change: correctedText({ format, capture }) });
}
