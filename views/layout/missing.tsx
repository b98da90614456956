export { Missing } from '../../client/ui/missing';
