import { premiumWays } from '@ipoteka-office/contract/products/version/version-parts.ts'
import { useFieldArray } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { Icon } from '#ui/icon.tsx'
import { newInsurance } from '../card/product-values.ts'
import { ConditionAt } from './condition-at.tsx'
import { ChoiceAt, DecimalAt, DictionaryOneAt, FlagAt, optionsOf, type PartProps, TextAt } from './fields.tsx'
import { RemoveEntry } from './limits-part.tsx'
import styles from './parts.module.css'

const premiums = optionsOf(premiumWays)

/** «Документы»: papers of the credit file that the terms ask for. */
export function DocumentsPart({ control, disabled }: PartProps) {
  const { fields, append, remove } = useFieldArray({ control, name: 'documents' })
  const part = { control, disabled }
  return (
    <FormCard>
      <FormSection title="Документы кредитного дела" grid={false}>
        <div className={styles.entries}>
          {fields.length === 0 && <p className="muted">Документы не названы: действуют общие правила.</p>}
          {fields.map(({ id }, at) => (
            <div key={id} className={styles.line}>
              <TextAt {...part} name={`documents.${at}.code`} max={60} hint="Код шаблона КОД" />
              <FlagAt {...part} name={`documents.${at}.required`} />
              <div className={styles.whole}>
                <ConditionAt {...part} name={`documents.${at}.condition`} none="Нужен всегда" />
              </div>
              {!disabled && <RemoveEntry name={`документ ${at + 1}`} onClick={() => remove(at)} />}
            </div>
          ))}
          {!disabled && (
            <Button look="link" onClick={() => append({ code: '', condition: null, required: true })}>
              <Icon name="plus" /> Документ
            </Button>
          )}
        </div>
      </FormSection>
    </FormCard>
  )
}

/** «Страхование»: which insurance the terms ask for, and what the rate is without it. */
export function InsurancePart({ control, disabled, isLoan }: PartProps & { isLoan: boolean }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'insurance' })
  const part = { control, disabled, span: 'quarter' as const }
  return (
    <FormCard>
      <FormSection title="Страхование" grid={false}>
        <div className={styles.entries}>
          {fields.length === 0 && <p className="muted">Страхование не требуется.</p>}
          {fields.map(({ id }, at) => (
            <div key={id} className={styles.line}>
              <DictionaryOneAt
                {...part}
                name={`insurance.${at}.type`}
                dictionary="insuranceType"
                span="half"
              />
              <DecimalAt {...part} name={`insurance.${at}.sumShare`} unit="%" decimals={4} />
              <DecimalAt
                {...part}
                name={`insurance.${at}.surcharge`}
                unit="п."
                decimals={3}
                hint="Пусто — ставка не зависит"
              />
              {isLoan && <ChoiceAt {...part} name={`insurance.${at}.premium`} options={premiums} />}
              <FlagAt {...part} name={`insurance.${at}.required`} />
              {!disabled && <RemoveEntry name={`страхование ${at + 1}`} onClick={() => remove(at)} />}
            </div>
          ))}
          {!disabled && (
            <Button look="link" onClick={() => append(newInsurance)}>
              <Icon name="plus" /> Вид страхования
            </Button>
          )}
        </div>
      </FormSection>
    </FormCard>
  )
}
