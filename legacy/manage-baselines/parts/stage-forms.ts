import type { FieldSpec } from '../../../client/legacy/fields';
import type { LegacyPage } from '../../../client/legacy/page';
import { openSaveForm } from '../../../client/legacy/save-form';
import type { BaselineStageRow, StoredBaseline } from '../../../server/features/baselines/manage-baselines.contract';

const reasonSpec = ({ t }: LegacyPage): FieldSpec => ({ name: 'reason', kind: 'textarea', label: t('legacy.ui.reason'), required: true, maxLength: 500 });

const pathOf = ({ locationId, wasteStageId }: BaselineStageRow) => `/baselines/${locationId}/${wasteStageId}`;

/** Makes a baseline of the chosen weeks, for a decision or at once. */
export function openWeeks(page: LegacyPage, { stage, weeks, atOnce, onDone }: { stage: BaselineStageRow; weeks: string[]; atOnce: boolean; onDone: () => void }): void {
  const { t } = page;
  openSaveForm(page, {
    onSaved: onDone, fields: [reasonSpec(page)], submit: t(atOnce ? 'legacy.baselines.setNow' : 'legacy.baselines.propose'),
    title: t(atOnce ? 'legacy.baselines.setTitle' : 'legacy.baselines.proposeTitle', { count: weeks.length }),
    sentence: t(atOnce ? 'legacy.baselines.setSentence' : 'legacy.baselines.proposeSentence'),
    saved: t(atOnce ? 'legacy.baselines.setDone' : 'legacy.baselines.proposeDone'),
    save: ({ reason }) => page.call(`${pathOf(stage)}/${atOnce ? 'manual' : 'proposal'}`, { method: 'POST', body: { weeks, reason } }),
  });
}

export function openDecision(page: LegacyPage, { stage, proposal, accept, onDone }: { stage: BaselineStageRow; proposal: StoredBaseline; accept: boolean; onDone: () => void }): void {
  const { t } = page;
  openSaveForm(page, {
    onSaved: onDone, fields: [reasonSpec(page)], size: 'small', tone: accept ? 'primary' : 'danger',
    title: t(accept ? 'legacy.baselines.acceptTitle' : 'legacy.baselines.rejectTitle'),
    sentence: t(accept ? 'legacy.baselines.acceptSentence' : 'legacy.baselines.rejectSentence'),
    submit: t(accept ? 'legacy.baselines.accept' : 'legacy.baselines.reject'),
    saved: t(accept ? 'legacy.baselines.acceptDone' : 'legacy.baselines.rejectDone'),
    save: ({ reason }) => page.call(`${pathOf(stage)}/${accept ? 'acceptance' : 'rejection'}`, { method: 'POST', body: { baselineId: proposal.baselineId, reason } }),
  });
}

export function openRebase(page: LegacyPage, stage: BaselineStageRow, onDone: () => void): void {
  const { t } = page;
  openSaveForm(page, {
    onSaved: onDone, title: t('legacy.baselines.rebase'), sentence: t('legacy.baselines.rebaseSentence'), submit: t('legacy.baselines.rebase'),
    fields: [{ name: 'fromWeek', kind: 'date', label: t('legacy.baselines.fromWeek'), hint: t('legacy.baselines.fromWeekHint'), required: true }, reasonSpec(page)],
    saved: t('legacy.baselines.rebaseDone'),
    save: ({ fromWeek, reason }) => page.call(`${pathOf(stage)}/rebase`, { method: 'POST', body: { fromWeek, reason } }),
  });
}

/** Auto-baseline belongs to the location, so the words say that all of its stages are meant. */
export function openAuto(page: LegacyPage, stage: BaselineStageRow, onDone: () => void): void {
  const { t } = page;
  const enabled = !stage.autoBaselineEnabled;
  openSaveForm(page, {
    onSaved: onDone, fields: [reasonSpec(page)],
    title: t(enabled ? 'legacy.baselines.switchOn' : 'legacy.baselines.switchOff'),
    sentence: t(enabled ? 'legacy.baselines.switchOnSentence' : 'legacy.baselines.switchOffSentence', { location: stage.locationName }),
    submit: t(enabled ? 'legacy.baselines.switchOn' : 'legacy.baselines.switchOff'),
    saved: t(enabled ? 'legacy.baselines.switchedOn' : 'legacy.baselines.switchedOff'),
    save: ({ reason }) => page.call(`${pathOf(stage)}/auto`, { method: 'PUT', body: { enabled, reason } }),
  });
}
