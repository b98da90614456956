export { Icon, type IconName } from '../../client/ui/icon';
