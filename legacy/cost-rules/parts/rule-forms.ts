import { useState } from 'react';
import { choiceField } from '../../../client/legacy/choice-field';
import { localDay } from '../../../client/legacy/local-clock';
import { usePage, type LegacyPage } from '../../../client/legacy/page';
import type { DialogField } from '../../../client/ui/form-dialog';
import type { RuleRow } from '../../../server/domain/catalogue/cost-rules.contract';
import { loadChoices, type Choices } from './choices';
import { itemOf } from './rule-words';

/** The currency of a site is that of its prices. */
const followSite =
  ({ sites }: Choices) =>
  (name: string, _before: Record<string, string>, after: Record<string, string>): Record<string, string> => {
    const site = name === 'siteId' ? sites.find((one) => one.value === after.siteId) : undefined;
    return site ? { currency: site.currencyCode } : {};
  };

function fieldsOf(page: LegacyPage, { items, sites, currencies }: Choices, rule?: RuleRow): DialogField[] {
  const { t, user } = page;
  const optional = t('layout.form.optional');
  const withOwn = (options: Choices['items'], id: number | null | undefined, name: string | null | undefined) =>
    id && !options.some((one) => one.value === String(id))
      ? [{ value: String(id), label: name ?? String(id), hint: '' }, ...options]
      : options;
  return [
    choiceField({
      name: 'itemId',
      label: t('costRules.fields.itemName'),
      placeholder: t('costRules.everyItem'),
      defaultValue: String(rule?.itemId ?? ''),
      options: withOwn(items, rule?.itemId, rule?.itemName),
    }),
    choiceField({
      name: 'siteId',
      label: t('costRules.fields.siteName'),
      placeholder: t('costRules.everySite'),
      defaultValue: String(rule?.siteId ?? ''),
      options: withOwn(sites, rule?.siteId, rule?.siteName),
    }),
    {
      name: 'amountPerKg',
      label: t('costRules.fields.amountPerKg'),
      required: true,
      inputMode: 'decimal',
      defaultValue: (rule?.amountPerKg ?? '').replace(/(\.\d\d\d*?)0+$/, '$1'),
      hint: t('costRules.priceHint'),
    },
    choiceField({
      name: 'currency',
      label: t('costRules.fields.currency'),
      required: true,
      defaultValue: rule?.currency ?? user.currencyCode,
      options: currencies.map((one) => ({ value: one.currencyCode, label: one.currencyCode, hint: one.currencyDesc })),
    }),
    {
      name: 'validFrom',
      kind: 'date',
      label: t('costRules.fields.validFrom'),
      required: true,
      defaultValue: rule?.validFrom ?? localDay(new Date(), 'UTC'),
    },
    {
      name: 'validTo',
      kind: 'date',
      label: t('costRules.fields.validTo'),
      defaultValue: rule?.validTo ?? '',
      note: optional,
      hint: t('costRules.validToHint'),
    },
    {
      name: 'priority',
      kind: 'number',
      step: 1,
      min: -1000,
      max: 1000,
      label: t('costRules.fields.priority'),
      defaultValue: rule?.priority ?? 0,
      hint: t('costRules.priorityHint'),
    },
    { name: 'note', label: t('legacy.fields.note'), defaultValue: rule?.note ?? '', note: optional, maxLength: 500 },
  ];
}

const idOf = (text: string | undefined) => (text ? Number(text) : null);

const bodyOf = (typed: Record<string, string>) => ({
  itemId: idOf(typed.itemId),
  siteId: idOf(typed.siteId),
  amountPerKg: (typed.amountPerKg ?? '').replace(',', '.'),
  currency: typed.currency,
  validFrom: typed.validFrom,
  validTo: typed.validTo || null,
  priority: Number(typed.priority || 0),
  note: typed.note || null,
});

/** @param onSaved called after each change, with the version that stands for the price now */
export function useRuleForms({ onSaved }: { onSaved: (ruleId: number) => void }) {
  const page = usePage();
  const { t, call, ask, say } = page;
  const [error, setError] = useState<unknown>(null);
  const withChoices = async (open: (choices: Choices) => void) => {
    setError(null);
    try {
      open(await loadChoices(page));
    } catch (failed) {
      setError(failed);
    }
  };
  const done = (ruleId: number, sentence: string) => {
    say(sentence);
    onSaved(ruleId);
  };
  return {
    /** Why a form did not open. */
    error,
    openNew: () =>
      withChoices((choices) =>
        ask({
          title: t('costRules.newTitle'),
          sentence: t('costRules.newSentence'),
          submit: t('costRules.create'),
          fields: fieldsOf(page, choices),
          follow: followSite(choices),
          async onSubmit(typed) {
            const { ruleId } = await call<{ ruleId: number }>('/cost-rules', { method: 'POST', body: bodyOf(typed) });
            done(ruleId, t('costRules.created'));
          },
        }),
      ),

    openEdit: (rule: RuleRow) =>
      withChoices((choices) =>
        ask({
          title: t('costRules.editTitle', { name: itemOf(page, rule) }),
          sentence: t('costRules.editSentence'),
          submit: t('legacy.ui.save'),
          fields: fieldsOf(page, choices, rule),
          follow: followSite(choices),
          async onSubmit(typed) {
            const { ruleId } = await call<{ ruleId: number }>(`/cost-rules/${rule.ruleId}`, {
              method: 'PUT',
              body: bodyOf(typed),
            });
            done(ruleId, t('costRules.saved'));
          },
        }),
      ),

    openEnd(rule: RuleRow) {
      ask({
        title: t('costRules.endTitle', { name: itemOf(page, rule) }),
        tone: 'danger',
        submit: t('costRules.end'),
        size: 'small',
        points: [t('costRules.endPoint'), t('costRules.endStays')],
        fields: [
          {
            name: 'validTo',
            kind: 'date',
            label: t('costRules.fields.validTo'),
            required: true,
            min: rule.validFrom,
            defaultValue: rule.validTo ?? localDay(new Date(), 'UTC'),
          },
        ],
        async onSubmit({ validTo }) {
          const { ruleId } = await call<{ ruleId: number }>(`/cost-rules/${rule.ruleId}/end`, {
            method: 'POST',
            body: { validTo },
          });
          done(ruleId, t('costRules.endedDone'));
        },
      });
    },
  };
}
