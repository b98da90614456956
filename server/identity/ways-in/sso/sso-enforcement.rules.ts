export interface ReadyToEnforce {
  enabled: boolean;
  /** Has a proven domain. */
  proven: boolean;
  /** A test went well with the settings as they are. */
  tested: boolean;
}

/** What has to be done before people may be sent to a provider alone, in the order in which it is done. */
export const blocksEnforcement = ({
  enabled,
  proven,
  tested,
}: ReadyToEnforce): ('needsDomain' | 'needsTest' | 'needsOn')[] => [
  ...(proven ? [] : (['needsDomain'] as const)),
  ...(tested ? [] : (['needsTest'] as const)),
  ...(enabled ? [] : (['needsOn'] as const)),
];
