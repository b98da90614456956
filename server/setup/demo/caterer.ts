import type { Resources } from '../../platform/resources';

export interface CatererOptions {
  organisationId: number;
  users: Map<string, number>;
  events: number;
  say(line: string): void;
}

export async function loadCaterer(_resources: Resources, _options: CatererOptions): Promise<void> {}
