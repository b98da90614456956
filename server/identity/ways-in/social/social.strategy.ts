import type { Visitor } from '../../../platform/visitor';
import { WayIn } from '../passport/way-in';
import {
  arrive,
  arriveAtFrontEnd,
  beginSocial,
  type BroughtBack,
  type FrontEndAnswer,
  type SocialDependencies,
} from './social-arrival.service';
import { enterBySocial } from './social-sign-in.service';

/**
 * Sign-in by the services that people use elsewhere, one strategy for all that the settings name: they differ in data alone (`platform/social-providers.ts`). Their codes are exchanged by
 * `openid-client`, for plain OAuth 2 too; why not by its own strategy is said of `oidcWay`.
 */
export const socialWay = (needs: SocialDependencies) =>
  new WayIn({
    /** Begins a sign-in. @throws as `beginSocial` */
    begin: (visitor: Visitor, given: Parameters<typeof beginSocial>[1]) => beginSocial(visitor, given, needs),
    /** Takes an answer where it arrives: who it is, and what they wanted. @throws as `arrive` */
    take: (visitor: Visitor, given: BroughtBack) => arrive(visitor, given, needs),
    /** The same for front ends. @throws as `arriveAtFrontEnd` */
    takeAtFrontEnd: (visitor: Visitor, given: FrontEndAnswer) => arriveAtFrontEnd(visitor, given, needs),
    /** Lets in whoever it is. @throws as `enterBySocial` */
    enter: (visitor: Visitor, given: Parameters<typeof enterBySocial>[1]) => enterBySocial(visitor, given, needs),
  });
