import {
  insuranceTypes,
  type InsuranceType,
  insuredSexes,
  type InsuredSex,
  type Lending,
  oldest,
  typesOfLending,
  youngest,
} from '@ipoteka-office/contract/insurance/insurance-kinds.ts'
import { askPremiums } from '@ipoteka-office/contract/insurance/tariffs.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { queryExactly } from '#api/query.ts'
import { formatMoney, formatRoubles } from '#lib/format.ts'
import { cx } from '#ui/class-names.ts'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import { SkeletonRows } from '#ui/loader.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { useDictionary } from '#widgets/fields/reference-options.ts'
import styles from '../insurance.module.css'
import { useInsuranceNames } from '../use-insurance-names.ts'

interface Risk {
  readonly type: InsuranceType
  readonly debt: string | null
  readonly product: string | null
  readonly age: number | null
  readonly sex: InsuredSex | null
  readonly occupation: string | null
  readonly object: string | null
  readonly builtIn: number | null
  readonly material: string | null
}

function Quotes({ risk, debt }: { risk: Omit<Risk, 'debt'>; debt: string }) {
  const answer = useQuery(queryExactly(askPremiums, { body: { ...risk, debt } }))
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.data === undefined) return <SkeletonRows />
  const { sum, quotes } = answer.data
  return (
    <div className={styles.scroll}>
      <table className={styles.quotes} aria-label="Премии страховщиков">
        <caption>Страховая сумма {formatRoubles(sum)}</caption>
        <thead>
          <tr>
            <th scope="col">Страховщик</th>
            <th scope="col">Премия за год</th>
            <th scope="col">Как получилась</th>
          </tr>
        </thead>
        <tbody>
          {quotes.map(({ insurer, premium, reason, steps }) => (
            <tr key={insurer.id}>
              <th scope="row">{insurer.shortName}</th>
              <td className={styles.number}>{formatMoney(premium)}</td>
              <td>
                {reason ??
                  steps.map(({ label, value, source }) => `${label}: ${value} (${source})`).join('; ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const sexes = Object.entries(insuredSexes).map(([code, name]) => ({ code, name }))

/** What a year costs at each insurer, by what is known of the client and the object. */
export function PremiumCheck({ lending }: { lending: Lending }) {
  const id = useId()
  const names = useInsuranceNames()
  const fields = useDictionary('activityField')
  const materials = useDictionary('wallsMaterialType')
  const [risk, setRisk] = useState<Risk>({
    ...{ type: 'LIFE', debt: '5000000', product: null, age: 35, sex: 'MALE' },
    ...{ occupation: null, object: null, builtIn: null, material: null },
  })
  const { debt, ...rest } = risk
  const isOfObject = risk.type === 'MORTGAGEDPROPERTY' || risk.type === 'OWNERSHIP'
  return (
    <section className={cx('card', styles.box)} aria-label="Премия по тарифам">
      <div className={styles.fields}>
        <label htmlFor={`${id}-type`}>Вид страхования</label>
        <SingleSelect
          id={`${id}-type`}
          options={typesOfLending[lending].map((code) => ({ code, name: insuranceTypes[code] }))}
          value={risk.type}
          onChange={(type) =>
            setRisk({ ...risk, type: type as InsuranceType, object: null, occupation: null })
          }
        />
        <label htmlFor={`${id}-debt`}>Долг, ₽</label>
        <MoneyInput id={`${id}-debt`} value={debt} onChange={(next) => setRisk({ ...risk, debt: next })} />
        <label htmlFor={`${id}-product`}>Программа</label>
        <LookupSelect
          id={`${id}-product`}
          options={names.products}
          value={risk.product}
          onChange={(product) => setRisk({ ...risk, product })}
        />
        <label htmlFor={`${id}-age`}>Возраст</label>
        <NumberInput
          id={`${id}-age`}
          min={youngest}
          max={oldest}
          value={risk.age}
          onChange={(age) => setRisk({ ...risk, age })}
        />
        <label htmlFor={`${id}-sex`}>Пол</label>
        <SingleSelect
          id={`${id}-sex`}
          options={sexes}
          value={risk.sex}
          onChange={(sex) => setRisk({ ...risk, sex: sex as InsuredSex })}
        />
        {isOfObject ? (
          <>
            <label htmlFor={`${id}-object`}>Тип объекта</label>
            <LookupSelect
              id={`${id}-object`}
              options={names.objects}
              value={risk.object}
              onChange={(object) => setRisk({ ...risk, object })}
            />
            <label htmlFor={`${id}-built`}>Год постройки</label>
            <NumberInput
              id={`${id}-built`}
              max={2_100}
              value={risk.builtIn}
              onChange={(builtIn) => setRisk({ ...risk, builtIn })}
            />
            <label htmlFor={`${id}-material`}>Материал стен</label>
            <LookupSelect
              id={`${id}-material`}
              options={materials}
              value={risk.material}
              onChange={(material) => setRisk({ ...risk, material })}
            />
          </>
        ) : (
          <>
            <label htmlFor={`${id}-occupation`}>Сфера деятельности</label>
            <LookupSelect
              id={`${id}-occupation`}
              options={fields}
              value={risk.occupation}
              onChange={(occupation) => setRisk({ ...risk, occupation })}
            />
          </>
        )}
      </div>
      {debt === null || !/[1-9]/.test(debt) ? (
        <p className="muted">Укажите долг, чтобы посчитать премию.</p>
      ) : (
        <Quotes
          risk={risk.builtIn !== null && risk.builtIn < 1_700 ? { ...rest, builtIn: null } : rest}
          debt={debt}
        />
      )}
    </section>
  )
}
