import { parameterGroups } from '@ipoteka-office/contract/parameters/parameter-spec.ts'
import type { ParameterRow } from '@ipoteka-office/contract/parameters/parameters.ts'
import { formatDate } from '#lib/dates.ts'
import { emptyValue } from '#lib/format.ts'
import type { Column } from '#ui/table/table-columns.ts'
import { Tag } from '#ui/tag.tsx'
import styles from './parameters.module.css'

/** The columns of the list of parameters. */
export const parameterColumns: Column<ParameterRow>[] = [
  {
    key: 'title',
    title: 'Параметр',
    link: true,
    width: 320,
    render: ({ title, group, pendingRequestId }) => (
      <>
        {title}
        <span className={styles.under}>
          {parameterGroups[group]}
          {pendingRequestId !== null && <Tag tone="amber">Ждёт подтверждения</Tag>}
        </span>
      </>
    ),
  },
  {
    key: 'current',
    title: 'Сегодня',
    width: 300,
    render: ({ current }) => current.text,
  },
  { key: 'unit', title: 'Единица', width: 100, render: ({ unit }) => unit || emptyValue },
  {
    key: 'next',
    title: 'Следующее',
    width: 240,
    render: ({ next }) =>
      next === null ? (
        emptyValue
      ) : (
        <>
          {next.text}
          <span className={styles.under}>с {formatDate(next.validFrom)}</span>
        </>
      ),
  },
  { key: 'source', title: 'Источник', width: 320, render: ({ current }) => current.source },
]
