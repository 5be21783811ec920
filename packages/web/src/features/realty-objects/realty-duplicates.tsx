import { lowered } from '#lib/words.ts'
import { cadastralText, isCadastralNumber } from '@ipoteka-office/contract/common/cadastral.ts'
import { findRealtyDuplicates } from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { queryExactly } from '#api/query.ts'
import { useSettled } from '#lib/use-settled.ts'
import styles from './realty-objects.module.css'
import type { RealtyValues } from './realty-values.ts'

/** Tells, while a number is typed, that the object is in other applications already. */
export function RealtyDuplicates({ form, caseId }: { form: UseFormReturn<RealtyValues>; caseId: number }) {
  const [number, numberType] = useWatch({ control: form.control, name: ['number', 'numberType'] })
  const cadastral = useSettled(cadastralText(number))
  const { data } = useQuery({
    ...queryExactly(findRealtyDuplicates, { body: { number: cadastral, exceptCaseId: caseId } }),
    enabled: numberType === 'CADASTRAL' && isCadastralNumber(cadastral),
  })
  if (numberType !== 'CADASTRAL' || !data || data.length === 0) return null
  return (
    <section className={styles.notice} role="status" aria-label="Дубли по кадастровому номеру">
      <strong>Объект с этим кадастровым номером уже есть в других заявках: {data.length}</strong>
      <ul>
        {data.slice(0, 5).map((one) => (
          <li key={`${one.id} ${one.objectId}`}>
            <Link
              to="/realty-object-edit/$fullAppId"
              params={{ fullAppId: String(one.id) }}
              search={{ object: one.objectId }}
            >
              {one.number}
            </Link>
            , {one.clientName}, {lowered(one.stageName)}
          </li>
        ))}
      </ul>
    </section>
  )
}
