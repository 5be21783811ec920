import { lowered } from '#lib/words.ts'
import { realtyFields } from '@ipoteka-office/contract/realty-objects/realty-fields.ts'
import {
  listRealtyApplications,
  listRealtyHistory,
  type RealtyObject,
  realtyRoles,
} from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import {
  currentAppraisal,
  appraisalAge,
  priceDeviation,
  pricePerMetre,
} from '@ipoteka-office/contract/realty-objects/realty-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useFiguresOn } from '#api/figures.ts'
import { query } from '#api/query.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { emptyValue, formatMoney, formatPercent } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { SkeletonRows } from '#ui/loader.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { Tag } from '#ui/tag.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { HistoryDialog } from '#widgets/history/history-dialog.tsx'
import styles from './realty-objects.module.css'
import type { RealtyValues } from './realty-values.ts'
import { appraisalText, appraisalTones, appraisalWords } from '#widgets/realty/realty-words.ts'

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const isReport = (row: Readonly<Record<string, unknown>>): boolean =>
  typeof row['reportDate'] === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(row['reportDate'])

/** Figures of what is typed now: price of a metre, age of the appraisal; К/З is that of the application. */
export function RealtyFigures({
  form,
  loanToValue,
  median,
}: {
  form: UseFormReturn<RealtyValues>
  /** Of the whole application by what is saved: all of its objects, as its head has it. */
  loanToValue: string | null
  median: RealtyObject['median']
}) {
  const [price, area, appraisals] = useWatch({ control: form.control, name: ['price', 'area', 'appraisals'] })
  const reports = appraisals
    .filter(isReport)
    .map((row) => ({ reportDate: String(row['reportDate']), marketValue: row['marketValue'] }))
  const report = currentAppraisal(reports)
  const value = typeof report?.marketValue === 'string' ? report.marketValue : null
  const today = bankDay(serverNow())
  const metre = pricePerMetre(price, area)
  const figures = useFiguresOn(today)
  const state = report && figures && appraisalAge(report.reportDate, today, figures).state
  return (
    <FormCard>
      <FormSection title="Показатели" grid={false}>
        <dl className={styles.facts} aria-live="polite">
          <Fact label="Цена за м²">{formatMoney(metre)}</Fact>
          <Fact label="Оценка за м²">{formatMoney(pricePerMetre(value, area))}</Fact>
          <Fact label="К/З заявки">{formatPercent(loanToValue)}</Fact>
          <Fact label="Цена к оценке">{formatPercent(priceDeviation(price, value), 1)}</Fact>
          <Fact label="Медиана по региону">
            {median ? `${formatMoney(median.perMetre)} за м², объектов: ${median.count}` : 'Мало данных'}
          </Fact>
          {median && metre && (
            <Fact label="Цена к медиане">{formatPercent(priceDeviation(metre, median.perMetre), 1)}</Fact>
          )}
          <Fact label={realtyFields.appraisals.label}>
            {report && figures && state ? (
              <>
                <Tag tone={appraisalTones[state]}>{appraisalWords[state]}</Tag>
                <span className="under">{appraisalText(report.reportDate, today, figures)}</span>
              </>
            ) : (
              emptyValue
            )}
          </Fact>
        </dl>
      </FormSection>
    </FormCard>
  )
}

const size = 10

/** «Все заявки на объект»: those that the person may see, this one among them. */
export function RealtyApplications({ object }: { object: RealtyObject }) {
  const [page, setPage] = useState(1)
  const [history, setHistory] = useState(false)
  const params = { id: String(object.id) }
  const answer = useQuery(query(listRealtyApplications, { params, query: { page: page - 1, size } }))
  return (
    <FormCard>
      <FormSection title="Все заявки на объект" grid={false}>
        {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
        {answer.isPending && <SkeletonRows />}
        {answer.data?.totalElements === 0 && (
          <p className="muted">
            Объект узнаётся по кадастровому номеру: пока его нет, других заявок не найти
          </p>
        )}
        <ul className={styles.applications}>
          {answer.data?.content.map((one) => (
            <li key={`${one.id} ${one.objectId}`}>
              {one.id === object.case.id ? (
                <strong>{one.number} (эта заявка)</strong>
              ) : (
                <Link
                  to="/realty-object-edit/$fullAppId"
                  params={{ fullAppId: String(one.id) }}
                  search={{ object: one.objectId }}
                >
                  {one.number}
                </Link>
              )}
              <span className="under">
                {one.clientName}, {lowered(one.stageName)}; {lowered(realtyRoles[one.role])},{' '}
                {formatMoney(one.price)}
              </span>
              <span className="under">{one.partner.shortName}</span>
            </li>
          ))}
        </ul>
        {answer.data && answer.data.totalElements > size && (
          <Pager total={answer.data.totalElements} page={page} size={size} onPage={setPage} />
        )}
        <Button onClick={() => setHistory(true)}>История изменений</Button>
      </FormSection>
      {history && (
        <HistoryDialog
          title="История предмета ипотеки"
          pages={(of) => query(listRealtyHistory, { params, query: of })}
          onClose={() => setHistory(false)}
        />
      )}
    </FormCard>
  )
}
