import { askableFields } from '@ipoteka-office/contract/products/eligibility/asked-fields.ts'
import { useFieldArray } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { Icon } from '#ui/icon.tsx'
import { ConditionAt } from './condition-at.tsx'
import { optionsOf, type PartProps, SeveralAt, TextAt } from './fields.tsx'
import { RemoveEntry } from './limits-part.tsx'
import { EligibilitySection } from './eligibility-part.tsx'
import styles from './parts.module.css'

/** «Условия»: to whom the loan is granted, by facts of the case, each with the words of its refusal. */
export function ConditionsPart({ control, disabled, isLoan }: PartProps & { isLoan: boolean }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'conditions' })
  const part = { control, disabled }
  return (
    <FormCard>
      <EligibilitySection {...part} isLoan={isLoan} />
      {!isLoan && (
        <FormSection title="Поля анкеты">
          <SeveralAt
            {...part}
            name="fields"
            span="full"
            options={optionsOf(askableFields)}
            placeholder="Только те, что нужны требованиям"
            hint="Анкета спросит их у каждой заявки по этому продукту; поля, которые нужны требованиям, она спрашивает сама"
          />
        </FormSection>
      )}
      <FormSection title="Условия выдачи" grid={false}>
        <div className={styles.entries}>
          {fields.length === 0 && <p className="muted">Других условий нет.</p>}
          {fields.map(({ id }, at) => (
            <div key={id} className={styles.line}>
              <TextAt {...part} name={`conditions.${at}.refusal`} span="full" max={300} />
              <div className={styles.whole}>
                <ConditionAt {...part} name={`conditions.${at}.condition`} none="Условие не задано" />
              </div>
              {!disabled && <RemoveEntry name={`условие ${at + 1}`} onClick={() => remove(at)} />}
            </div>
          ))}
          {!disabled && (
            <Button look="link" onClick={() => append({ condition: null, refusal: '' })}>
              <Icon name="plus" /> Условие
            </Button>
          )}
        </div>
      </FormSection>
    </FormCard>
  )
}
