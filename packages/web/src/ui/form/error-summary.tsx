import { type Control, type FieldPath, type FieldValues, useFormState } from 'react-hook-form'
import { Button } from '../button.tsx'
import styles from './form.module.css'
import { flattenErrors, labelOfField } from './form-errors.ts'

/** A list of the wrong fields with links, after a submit that found more than three. `labels`: path → words. */
export function ErrorSummary<T extends FieldValues>({
  control,
  labels,
  setFocus,
}: {
  control: Control<T>
  labels: Readonly<Record<string, string>>
  setFocus: (name: FieldPath<T>) => void
}) {
  const { errors, submitCount } = useFormState({ control })
  const problems = flattenErrors(errors)
  if (submitCount === 0 || problems.length <= 3) return null
  return (
    <section className={styles.summary} aria-label="Ошибки формы" role="alert">
      <h2>Исправьте поля: {problems.length}</h2>
      <ul>
        {problems.map(({ name, message }) => (
          <li key={name}>
            <Button look="link" onClick={() => setFocus(name as FieldPath<T>)}>
              {labelOfField(labels, name)}
            </Button>
            : {message}
          </li>
        ))}
      </ul>
    </section>
  )
}
