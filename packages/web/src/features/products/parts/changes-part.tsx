import { rebateFailures } from '@ipoteka-office/contract/products/version/version-parts.ts'
import { useFieldArray, useWatch } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { Fold } from '#ui/fold.tsx'
import { FormCard } from '#ui/form/form-section.tsx'
import { Icon } from '#ui/icon.tsx'
import { newChange } from '../card/product-values.ts'
import { pointsText } from '../points-text.ts'
import { ConditionAt } from './condition-at.tsx'
import {
  ChoiceAt,
  CodeAt,
  CountAt,
  DecimalAt,
  DictionaryOneAt,
  optionsOf,
  type PartProps,
  SeveralAt,
  TextAt,
} from './fields.tsx'
import { RemoveEntry } from './limits-part.tsx'
import styles from './parts.module.css'

const effects = optionsOf({ REBATE: 'Скидка', SURCHARGE: 'Надбавка' })
const failures = optionsOf(rebateFailures)

function Change({
  control,
  disabled,
  at,
  memory,
  onRemove,
}: PartProps & { at: number; memory: string; onRemove: () => void }) {
  const name = `changes.${at}` as const
  const changes = useWatch({ control, name: 'changes' })
  const own = changes[at]
  const part = { control, disabled, span: 'quarter' as const }
  const others = changes
    .filter((_, index) => index !== at)
    .flatMap(({ key, name: words }) => (key ? [{ code: key, name: words || key }] : []))
  const points = own?.points
  const note = points ? pointsText(own.effect === 'REBATE' ? `-${points}` : points) : undefined
  return (
    <Fold
      name={own?.name || `Новая запись ${at + 1}`}
      memory={memory}
      opensItself={!own?.name}
      {...(note !== undefined && { note })}
    >
      <div className={styles.entries}>
        <div className={styles.grid}>
          <TextAt {...part} name={`${name}.name`} span="half" required />
          <DictionaryOneAt {...part} name={`${name}.category`} dictionary="rateRebateCategory" span="half" />
          <ChoiceAt {...part} name={`${name}.effect`} options={effects} />
          <DecimalAt {...part} name={`${name}.points`} unit="п." decimals={3} />
          <CountAt
            {...part}
            name={`${name}.dueDays`}
            unit="дней"
            max={1_000}
            hint="Пусто — ко дню подписания"
          />
          <ChoiceAt {...part} name={`${name}.otherwise`} options={failures} />
          <CodeAt {...part} name={`${name}.key`} hint="Не меняется от выпуска к выпуску" />
          <CodeAt {...part} name={`${name}.bestOf`} hint="Из группы действует одна, выгоднее для клиента" />
          <SeveralAt
            {...part}
            name={`${name}.excludes`}
            options={others}
            span="half"
            placeholder="Суммируется со всеми"
          />
        </div>
        <ConditionAt
          control={control}
          disabled={disabled}
          name={`${name}.condition`}
          none="По выбору клиента"
        />
        {!disabled && <RemoveEntry name={own?.name || `запись ${at + 1}`} onClick={onRemove} />}
      </div>
    </Fold>
  )
}

/** «Скидки и надбавки»: what changes the rate of a cell, when, and what it does not add up with. */
export function ChangesPart({ control, disabled, memory }: PartProps & { memory: string }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'changes' })
  return (
    <FormCard>
      {fields.length === 0 && (
        <p className={styles.nothing}>Ставка матрицы не меняется: скидок и надбавок нет.</p>
      )}
      {fields.map(({ id }, at) => (
        <Change
          key={id}
          control={control}
          disabled={disabled}
          at={at}
          memory={`${memory}/change/${at}`}
          onRemove={() => remove(at)}
        />
      ))}
      {!disabled && (
        <div className={styles.foot}>
          <Button look="link" onClick={() => append(newChange)}>
            <Icon name="plus" /> Скидка или надбавка
          </Button>
        </div>
      )}
    </FormCard>
  )
}
