import { useRef, useState } from 'react';
import type { LegacyPage } from '../../../client/legacy/page';
import type { FieldOption } from '../../../client/ui/form-field';
import type { WasteStage } from '../../../server/domain/catalogue/refdata.contract';
import type { EventChoices } from '../../../server/domain/events/event-choices.contract';
import { referenceFields, type ReferenceField } from '../../../server/domain/events/reference-fields.rules';
import { stageName } from '../../../server/domain/places/stage-name.rules';

/** What the forms of one organisation offer. */
export interface Lookups {
  /** The beginning of a longer list: those that are open, and closed ones too where an old event may still be of one. */
  locations: Record<'open' | 'all', EventChoices>;
  stages: WasteStage[];
  /** Those in use; the beginning of a longer list. */
  values: Record<ReferenceField, EventChoices>;
}

async function loadLookups(page: LegacyPage): Promise<Lookups> {
  const choices = (field: 'locationId' | ReferenceField, inUse: boolean) =>
    page.call<EventChoices>('/waste-events/choices', { query: { field, inUse: String(inUse) } });
  const [open, all, stages, ...values] = await Promise.all([
    choices('locationId', true),
    choices('locationId', false),
    page.call<WasteStage[]>('/refdata/wasteStages').catch(() => []),
    ...referenceFields.map(([field]) => choices(field, true)),
  ]);
  return {
    locations: { open, all },
    stages,
    values: Object.fromEntries(
      referenceFields.map(([field], at) => [field, values[at] ?? { options: [], more: false }]),
    ) as Lookups['values'],
  };
}

export interface LookupsOnDemand {
  busy: boolean;
  /** Why a form did not open. */
  error: unknown;
  /** Opens a form as soon as it is known what it offers. */
  whenKnown(open: (lookups: Lookups) => void): void;
}

/** Who only reads the list needs none of it, so it is asked for when the first form is opened, and again after a failure. */
export function useLookups(page: LegacyPage): LookupsOnDemand {
  const known = useRef<Lookups>(null);
  const going = useRef(false);
  const [state, setState] = useState<Pick<LookupsOnDemand, 'busy' | 'error'>>({ busy: false, error: null });
  const load = async (open: (lookups: Lookups) => void) => {
    if (going.current) return;
    going.current = true;
    setState({ busy: true, error: null });
    try {
      known.current = await loadLookups(page);
      setState({ busy: false, error: null });
      open(known.current);
    } catch (error) {
      setState({ busy: false, error });
    } finally {
      going.current = false;
    }
  };
  return {
    ...state,
    whenKnown: (open) => {
      if (known.current) open(known.current);
      else void load(open);
    },
  };
}

export const stageOptions = ({ t }: LegacyPage, { stages }: Lookups): FieldOption[] =>
  stages.map((one) => ({ value: String(one.wasteStageId), label: stageName(t, one.wasteStageId, one.wasteStageName) }));
