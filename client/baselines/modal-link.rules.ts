export interface LinkedModal {
  kind: 'readiness' | 'detail';
  locationId: string;
  /** Empty: unspecified. */
  wasteStageId: string;
  /** Path and query of the page that shows the same. */
  href: string;
}

const pages: Record<string, LinkedModal['kind']> = {
  '/baselines/readiness': 'readiness',
  '/baselines/detail': 'detail',
};

/** What a link to one of the baseline pages opens; null for every other address. */
export function linkedModal(address: URL, origin: string): LinkedModal | null {
  const kind = pages[address.pathname];
  const locationId = address.searchParams.get('locationId') ?? '';
  if (!kind || address.origin !== origin || locationId === '') return null;
  return {
    kind,
    locationId,
    wasteStageId: address.searchParams.get('wasteStageId') ?? '',
    href: `${address.pathname}${address.search}`,
  };
}
