export { Button, LinkButton, type ButtonProps, type LinkButtonProps } from '../../client/ui/button';
