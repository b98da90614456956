import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Where nobody's session is at hand: an organization's forms come with it. */
const withoutSession = [
  'features/alerts/recipients.service.ts',
  'features/generate-reports/report-run.service.ts',
  'features/onboarding/onboarding.service.ts',
];

it('is one function by which pages learn how to write figures and times, so that an organization’s forms reach each', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(500);
  const own = files.filter((file) =>
    /\b(settings|format)(=\{|:\s*|\s=\s)\{\s*locale\b/.test(readFileSync(join('server', file), 'utf8')),
  );
  expect(own.sort()).toEqual(withoutSession);
});
