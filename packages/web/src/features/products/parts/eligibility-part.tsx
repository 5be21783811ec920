import type { Asked } from '@ipoteka-office/contract/products/version/version-parts.ts'
import { askerOf, askers, isAskedOf } from '@ipoteka-office/contract/products/eligibility/askers.ts'
import { useFieldArray, useWatch } from 'react-hook-form'
import { FormSection } from '#ui/form/form-section.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { AskerValue } from './asker-values.tsx'
import type { PartProps } from './fields.tsx'
import { RemoveEntry } from './limits-part.tsx'
import styles from './parts.module.css'

/** A requirement: how it reads in applications, and its figures. */
function Requirement({
  control,
  disabled,
  isLoan,
  at,
  onRemove,
}: PartProps & { isLoan: boolean; at: number; onRemove: () => void }) {
  const { asker, values } = useWatch({ control, name: `eligibility.${at}` })
  const known = askerOf(asker ?? '')
  const label = known?.label ?? 'Неизвестное требование'
  const words = known?.of(values as Asked['values'])?.title
  return (
    <div className={`${styles.line} ${styles.requirement}`} role="group" aria-label={label}>
      <p className={styles.whole}>
        <b>{words ?? label}</b>
        {words === undefined && <span className="muted"> — заполните значения</span>}
      </p>
      {Object.entries(known?.params ?? {}).map(([name, spec]) => (
        <AskerValue
          key={name}
          control={control}
          disabled={disabled}
          name={`eligibility.${at}.values.${name}`}
          spec={spec}
          isLoan={isLoan}
        />
      ))}
      {!disabled && <RemoveEntry name={label} onClick={onRemove} />}
    </div>
  )
}

/** What is asked of the client and the deal: known questions with the figures of this version. */
export function EligibilitySection({ control, disabled, isLoan }: PartProps & { isLoan: boolean }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'eligibility' })
  const taken = fields.map(({ asker }) => asker)
  const free = Object.entries(askers)
    .filter(([code]) => !taken.includes(code) && isAskedOf(code, { isLoan }))
    .map(([code, { label }]) => ({ code, name: label }))
  return (
    <FormSection title="Требования к клиенту и сделке" grid={false}>
      <div className={styles.entries}>
        {fields.length === 0 && <p className="muted">Требований нет: заявку держат только пределы.</p>}
        {fields.map(({ id }, at) => (
          <Requirement
            key={id}
            control={control}
            disabled={disabled}
            isLoan={isLoan}
            at={at}
            onRemove={() => remove(at)}
          />
        ))}
        {!disabled && (
          <SingleSelect
            aria-label="Добавить требование"
            options={free}
            value={null}
            placeholder="Добавить требование"
            onChange={(asker) => append({ asker, values: {} })}
          />
        )}
      </div>
    </FormSection>
  )
}
