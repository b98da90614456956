import { button } from '../../../client/legacy/buttons';
import { el, type Child } from '../../../client/legacy/element';
import p from '../../../client/legacy/page.module.css';
import { createRegion, emptyState, pageHead, type LegacyPage } from '../../../client/legacy/page';
import { table } from '../../../client/legacy/table';
import { stageName } from '../../../server/platform/i18n/stage-name.rules';
import type { BaselineStage, StoredBaseline } from '../../../server/features/baselines/manage-baselines.contract';
import { openAuto, openDecision, openRebase, openWeeks } from './stage-forms';
import { periodBadge, weeksInWords } from './stage-list';

interface Place { locationId: number; stageId: number }

/** One location and stage: its active baseline, the weeks to choose from, and every baseline that there was. */
export function showStage(page: LegacyPage, place: Place, { onBack }: { onBack: () => void }): Promise<void> {
  const region = createRegion(page.t);
  page.main.replaceChildren(region.element);
  const reload = () => void load();
  const load = () => region.fill(async () => {
    const data = await page.call<BaselineStage>(`/baselines/${place.locationId}/${place.stageId}`);
    return [head(page, data, { onBack, reload }), active(page, data), ...proposals(page, data, reload), weeks(page, data, reload), history(page, data)];
  });
  return load();
}

function head(page: LegacyPage, { stage }: BaselineStage, { onBack, reload }: { onBack: () => void; reload: () => void }): HTMLElement {
  const { t } = page;
  return pageHead({
    t, title: `${stage.siteName}\u00a0· ${stage.locationName}`,
    sentence: t('legacy.baselines.stageSentence', { stage: stageName(t, stage.wasteStageId, stage.wasteStageName), auto: t(stage.autoBaselineEnabled ? 'legacy.baselines.autoIsOn' : 'legacy.baselines.autoIsOff') }),
    back: { label: t('legacy.baselines.title'), onClick: onBack },
    actions: [
      button({ label: t(stage.autoBaselineEnabled ? 'legacy.baselines.switchOff' : 'legacy.baselines.switchOn'), key: 'auto', onClick: () => openAuto(page, stage, reload) }),
      button({ label: t('legacy.baselines.rebase'), key: 'rebase', onClick: () => openRebase(page, stage, reload) }),
    ],
  });
}

function active(page: LegacyPage, { stage, baselines }: BaselineStage): HTMLElement {
  const { t } = page;
  const current = baselines.find((one) => one.state === 'ACTIVE');
  return el('section', {}, el('div', { class: p.sectionHead }, el('h2', {}, t('legacy.baselines.active')), periodBadge(page, stage.period)),
    current ? figures(page, current) : emptyState(t('legacy.baselines.noneTitle'), t('legacy.baselines.noneSentence')));
}

function figures(page: LegacyPage, baseline: StoredBaseline): HTMLElement {
  const { t, format } = page;
  const figure = (label: string, value: string, small: string) => el('div', {}, el('dt', {}, label), el('dd', {}, value, el('span', { class: p.small }, small)));
  const perDay = t('legacy.baselines.perOpenDay', { count: baseline.openDays });
  return el('div', {},
    el('dl', { class: `${p.facts ?? ''} ${p.numbers ?? ''}` },
      figure(t('legacy.fields.netGrams'), format.weight(baseline.gPerOpenDay), perDay),
      figure(t('legacy.fields.cost'), format.money(baseline.costPerOpenDay, baseline.currencyCode), perDay),
      figure(t('legacy.baselines.transactions'), format.number(baseline.txnPerOpenDay, 1), perDay)),
    el('p', {}, t('legacy.baselines.madeOf', { weeks: weeksInWords(page, baseline.weeks[0] ?? '', baseline.weeks.at(-1) ?? ''), method: t(`legacy.methods.${baseline.method}`), from: format.date(baseline.reductionFrom) })),
    baseline.reason !== '' && el('p', { class: p.small }, baseline.reason));
}

function proposals(page: LegacyPage, { stage, baselines }: BaselineStage, reload: () => void): Child[] {
  const { t } = page;
  return baselines.filter((one) => one.state === 'PROPOSED').map((proposal) =>
    el('section', { class: p.section }, el('div', { class: p.sectionHead }, el('h2', {}, t('legacy.baselines.proposed')),
      el('span', { class: p.buttons },
        button({ label: t('legacy.baselines.reject'), onClick: () => openDecision(page, { stage, proposal, accept: false, onDone: reload }) }),
        button({ label: t('legacy.baselines.accept'), tone: 'primary', onClick: () => openDecision(page, { stage, proposal, accept: true, onDone: reload }) }))),
    figures(page, proposal)));
}

type Week = BaselineStage['weeks'][number];

/** The weeks that there are, each with what speaks against it; those that are chosen become a baseline. */
function weeks(page: LegacyPage, data: BaselineStage, reload: () => void): HTMLElement {
  const { t, format } = page;
  const { stage } = data;
  const chosen = new Set<string>();
  const inBaseline = new Set(data.baselines.find((one) => one.state === 'ACTIVE')?.weeks);
  const said = el('span', { class: p.small, role: 'status' });
  const propose = button({ label: t('legacy.baselines.propose'), disabled: true, onClick: () => openWeeks(page, { stage, weeks: [...chosen], atOnce: false, onDone: reload }) });
  const set = button({ label: t('legacy.baselines.setNow'), tone: 'primary', disabled: true, onClick: () => openWeeks(page, { stage, weeks: [...chosen], atOnce: true, onDone: reload }) });
  const show = () => {
    said.textContent = t('legacy.baselines.chosen', { count: chosen.size });
    propose.disabled = set.disabled = chosen.size === 0;
  };
  show();
  const tick = (week: Week) => el('input', {
    type: 'checkbox', disabled: week.running, 'aria-label': t('legacy.baselines.chooseWeek', { week: format.week(week.weekStart) }),
    on: { change: (event) => {
      if ((event.target as HTMLInputElement).checked) chosen.add(week.weekStart);
      else chosen.delete(week.weekStart);
      show();
    } },
  });
  const change = (value: number | null) => (value === null ? '–' : format.percent(value, { decimals: 1, sign: true }));
  const content = data.weeks.length === 0 ? emptyState(t('legacy.baselines.noWeeksTitle'), t('baselines.noEvents')) : table<Week>({
    t, caption: t('legacy.baselines.weeksToChoose'), rows: data.weeks, stacked: true, isGrey: (week) => week.running,
    columns: [
      { key: 'week', label: t('legacy.baselines.week'), place: 'lead', cell: (week) => el('label', { class: p.tick }, tick(week), format.week(week.weekStart)) },
      { key: 'openDays', label: t('legacy.baselines.openDays'), numeric: true, cell: (week) => format.number(week.openDays) },
      { key: 'transactions', label: t('legacy.baselines.transactions'), numeric: true, cell: (week) => format.number(week.transactions) },
      { key: 'weight', label: t('legacy.fields.netGrams'), unit: format.unit.abbr, numeric: true, cell: (week) => format.weight(week.grams, { unit: false }) },
      { key: 'weightChange', label: t('legacy.baselines.toPrior'), numeric: true, cell: (week) => change(week.gramsChange) },
      { key: 'cost', label: t('legacy.fields.cost'), numeric: true, cell: (week) => format.money(week.cost, stage.currencyCode) },
      { key: 'costChange', label: t('legacy.baselines.toPrior'), numeric: true, cell: (week) => change(week.costChange) },
      { key: 'issues', label: t('legacy.baselines.criteria'), cell: (week) => verdict(page, week, inBaseline.has(week.weekStart)) },
    ],
  });
  return el('section', { class: p.section },
    el('div', { class: p.sectionHead }, el('div', {}, el('h2', {}, t('legacy.baselines.weeksToChoose')), said), el('span', { class: p.buttons }, propose, set)), content);
}

function verdict({ t }: LegacyPage, week: Week, isInBaseline: boolean): Child {
  if (week.running) return t('legacy.baselines.running');
  return el('span', {},
    isInBaseline && el('span', { class: p.badge }, t('legacy.baselines.inBaseline')),
    week.issues.length === 0
      ? el('span', { class: `${p.badge ?? ''} ${p.good ?? ''}` }, t('legacy.baselines.passes'))
      : el('ul', {}, ...week.issues.map((issue) => el('li', { class: p.small }, t(`baselines.issues.${issue}`)))));
}

function history(page: LegacyPage, { baselines }: BaselineStage): HTMLElement | null {
  const { t, format } = page;
  if (baselines.length === 0) return null;
  return el('section', { class: p.section }, el('h2', { class: p.sectionHead }, t('legacy.baselines.history')), table<StoredBaseline>({
    t, caption: t('legacy.baselines.history'), rows: baselines, stacked: true, isGrey: (one) => one.state === 'RETIRED' || one.state === 'REJECTED',
    columns: [
      { key: 'weeks', label: t('legacy.baselines.weeks'), place: 'lead', cell: (one) => weeksInWords(page, one.weeks[0] ?? '', one.weeks.at(-1) ?? '') },
      { key: 'state', label: t('legacy.fields.state'), cell: (one) => el('span', { class: `${p.badge ?? ''} ${one.state === 'ACTIVE' ? p.good ?? '' : ''}` }, t(`legacy.states.${one.state}`)) },
      { key: 'method', label: t('legacy.baselines.method'), cell: (one) => t(`legacy.methods.${one.method}`) },
      { key: 'weight', label: t('legacy.baselines.weightPerDay'), unit: format.unit.abbr, numeric: true, cell: (one) => format.weight(one.gPerOpenDay, { unit: false }) },
      { key: 'cost', label: t('legacy.baselines.costPerDay'), numeric: true, cell: (one) => format.money(one.costPerOpenDay, one.currencyCode) },
      { key: 'made', label: t('legacy.fields.createdAt'), cell: (one) => format.dateTime(one.createdAt) },
      { key: 'by', label: t('legacy.fields.createdByName'), cell: (one) => one.createdByName ?? t('legacy.ui.system') },
      { key: 'reason', label: t('legacy.ui.reason'), cell: (one) => one.reason || '–' },
    ],
  }));
}
