import { useRef, useState } from 'react';
import type { LegacyPage } from '../../../client/legacy/page';
import type { FieldGroup, FieldOption } from '../../../client/ui/form-field';
import { stageName } from '../../../server/platform/i18n/stage-name.rules';
import type { WasteStage } from '../../../server/features/reference-values/refdata.contract';
import type { SiteLookup } from '../../../server/features/sites/sites.contract';
import type { EventChoices } from '../../../server/features/waste-events/event-choices.contract';
import { referenceFields, type ReferenceField } from '../../../server/features/waste-events/reference-fields.rules';

/** What the forms of one organisation offer. */
export interface Lookups {
  sites: SiteLookup;
  stages: WasteStage[];
  /** Those in use; the beginning of a longer list. */
  values: Record<ReferenceField, EventChoices>;
}

async function loadLookups(page: LegacyPage): Promise<Lookups> {
  const [sites, stages, ...values] = await Promise.all([
    page.call<SiteLookup>('/sites', { query: { status: ['A', 'I'] } }),
    page.call<WasteStage[]>('/refdata/wasteStages').catch(() => []),
    ...referenceFields.map(([field]) => page.call<EventChoices>('/waste-events/choices', { query: { field, inUse: 'true' } })),
  ]);
  return { sites, stages, values: Object.fromEntries(referenceFields.map(([field], at) => [field, values[at] ?? { options: [], more: false }])) as Lookups['values'] };
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
  return { ...state, whenKnown: (open) => { if (known.current) open(known.current); else void load(open); } };
}

/** Locations below their sites; closed ones only where an old event may still name them. */
export function locationOptions(page: LegacyPage, { sites }: Lookups, { closed }: { closed: boolean }): FieldGroup[] {
  return sites
    .map((site) => ({
      label: site.siteName,
      options: site.locations.filter((one) => closed || (one.locationStatus === 'A' && site.siteStatus === 'A'))
        .map((one) => ({ value: String(one.locationId), label: `${one.locationName}${one.locationStatus === 'I' ? ` (${page.t('legacy.ui.closed')})` : ''}` })),
    }))
    .filter((group) => group.options.length > 0);
}

export const stageOptions = ({ t }: LegacyPage, { stages }: Lookups): FieldOption[] =>
  stages.map((one) => ({ value: String(one.wasteStageId), label: stageName(t, one.wasteStageId, one.wasteStageName) }));
