import type { ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import { findWhoCan } from '@ipoteka-office/contract/roles/role-insight.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { query } from '#api/query.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { Empty } from '#ui/empty.tsx'
import { SearchInput } from '#ui/input/search-input.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { errorInfoOf } from '#widgets/failure-block.tsx'
import type { MatrixRow } from './matrix.ts'
import { PathList } from './person-mode.tsx'
import { OperationPicker } from './pickers.tsx'
import parts from './questions.module.css'
import { personHref } from './role-words.ts'
import type { RolesState } from './roles-state.ts'

type Able = ResponseOf<typeof findWhoCan>['content'][number]
const size = 20

const columns: Column<Able>[] = [
  { key: 'fullName', title: 'Сотрудник', width: 240, link: true, render: ({ fullName }) => fullName },
  { key: 'jobTitle', title: 'Должность', width: 180, render: ({ jobTitle }) => jobTitle || '−' },
  { key: 'partner', title: 'Партнёр', width: 200, render: ({ partner }) => partner.shortName },
  { key: 'paths', title: 'По какой роли', width: 320, render: ({ paths }) => <PathList paths={paths} /> },
]

/** «Кто может?»: people who hold an operation. */
export function WhoMode({
  rows,
  state,
  onChange,
}: {
  rows: readonly MatrixRow[]
  state: RolesState
  onChange: (change: Partial<RolesState>) => void
}) {
  const { objectType, operation, name, page } = state
  const navigate = useNavigate()
  const asked = objectType !== '' && operation !== ''
  const answer = useQuery({
    ...query(findWhoCan, { query: { objectType, operation, fullName: name, page: page - 1, size } }),
    enabled: asked,
  })
  return (
    <>
      <div className={`card ${parts.question}`}>
        <OperationPicker rows={rows} objectType={objectType} operation={operation} onChange={onChange} />
      </div>
      {asked ? (
        <>
          <div className={parts.finder}>
            <SearchInput value={name} onSearch={(text) => onChange({ name: text })} label="Найти по имени" />
          </div>
          <DataTable<Able>
            label="Кто может выполнить операцию"
            columns={columns}
            rows={answer.isError ? undefined : answer.data?.content}
            rowKey={({ id }) => String(id)}
            rowHref={personHref}
            onOpen={(href) => void navigate({ to: href })}
            total={answer.data?.totalElements ?? 0}
            page={page}
            size={size}
            onPage={(next) => onChange({ page: next })}
            loading={answer.isFetching}
            error={answer.isError ? errorInfoOf(answer.error) : null}
            onRetry={() => void answer.refetch()}
            filters={name ? [`Имя: ${name}`] : []}
            onReset={() => onChange({ name: '' })}
            emptyTitle="Этой операции нет ни у кого из действующих сотрудников"
          />
        </>
      ) : (
        <div className="card">
          <Empty title="Выберите операцию" text="Покажем всех, кому она доступна, и по какой роли." />
        </div>
      )}
    </>
  )
}
