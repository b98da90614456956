const keys = { 8: 'global.stage8', 9: 'global.stage9', 23: 'global.stage23' } as const;

type StageKey = (typeof keys)[keyof typeof keys] | 'global.unspecified';

/** A stage in the reader's language where it is one of the fixed three, otherwise as it is named. */
export function stageName(t: (key: StageKey) => string, id: number, name = ''): string {
  return id === 8 || id === 9 || id === 23 ? t(keys[id]) : name || t('global.unspecified');
}
