import type { Request } from 'express';
import passport, { type StrategyCreatedStatic } from 'passport';
import type { Visitor } from '../../../platform/visitor';

/** One step of a way in, with what its route has parsed. The last one of each ends at `admit`. */
type Step = (visitor: Visitor, given: never, request: Request) => Promise<unknown>;
export type Steps = Readonly<Record<string, Step>>;

/** One of our own: the package's is that of every program that runs in this process. */
export const createPassport = () => new passport.Passport();
export type Passport = ReturnType<typeof createPassport>;

interface Taking {
  step: string;
  visitor: Visitor;
  given: unknown;
}

/** What a strategy makes of a request. Where passport speaks of a user, it is what the step came to. */
export interface CameTo {
  came: unknown;
}

const takings = new WeakMap<object, Taking & { request: Request }>();

/** Tells the strategy which step is taken on a request. No strategy reads fields of a request by itself: only what has been parsed counts. */
export const hand = (request: Request, taking: Taking) => void takings.set(request, { ...taking, request });

/** Takes the step that a request was handed, for a strategy: it succeeds, or ends with an error that says what people are told. */
export function take(steps: Steps, request: object, strategy: Pick<StrategyCreatedStatic, 'success' | 'error'>): void {
  const taking = takings.get(request);
  const step = taking && steps[taking.step];
  if (!step) return strategy.error(new Error('No step of this way in was asked for.'));
  step(taking.visitor, taking.given as never, taking.request).then(
    (came) => strategy.success({ came } satisfies CameTo),
    (error: unknown) => strategy.error(error),
  );
}

/** A strategy of passport whose proof this wing judges by itself. */
export class WayIn<Own extends Steps> extends passport.Strategy {
  constructor(readonly steps: Own) {
    super();
  }

  override authenticate(request: Request): void {
    take(this.steps, request, this);
  }
}
