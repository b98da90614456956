import type { Resources } from '../../platform/resources';

export interface FairfaxOptions {
  organisationId: number;
  createdBy: number | null;
  dataDir: string;
  say(line: string): void;
}

export async function loadFairfax(_resources: Resources, _options: FairfaxOptions): Promise<void> {}
