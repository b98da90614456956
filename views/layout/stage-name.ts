export { stageName } from '../../client/ui/stage-name';
