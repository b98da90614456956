export { FormField, type FieldOption, type FormFieldProps } from '../../client/ui/form-field';
