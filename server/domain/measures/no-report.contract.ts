/** Why a report shows no figures. */
export type NoReport =
  | { kind: 'invalid' }
  | { kind: 'noStage' }
  | {
      kind: 'noData';
      /** Another range holds some. */
      any: boolean;
      latest: { start: string; end: string; href: string } | null;
    }
  | { kind: 'error'; retryHref: string };
