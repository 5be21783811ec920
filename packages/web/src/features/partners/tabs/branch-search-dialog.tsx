import { partnerFields as fields } from '@ipoteka-office/contract/partners/partner-fields.ts'
import {
  createBranch,
  findFreeBranches,
  findSuitableBranches,
} from '@ipoteka-office/contract/partners/partner-parts.ts'
import type { PartnerRow } from '@ipoteka-office/contract/partners/partners.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { emptyValue } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import formStyles from '#ui/form/form.module.css'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import type { Option } from '#ui/select/option-search.ts'
import { SearchInput } from '#ui/input/search-input.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { toast } from '#ui/overlay/toasts.tsx'
import { errorInfoOf } from '#widgets/failure-block.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from '../partners.module.css'
import { usePartnerDictionaries } from '../use-partner-dictionaries.ts'
import { usePartnerRefresh } from '../use-partner-refresh.ts'

const pageSize = 10

const columnsOf = (last: Column<PartnerRow>): Column<PartnerRow>[] => [
  {
    key: 'name',
    title: 'Партнёр',
    width: 300,
    render: ({ shortName, inn, kpp }) => (
      <>
        {shortName}
        <span className="under">{[`ИНН ${inn}`, kpp && `КПП ${kpp}`].filter(Boolean).join(', ')}</span>
      </>
    ),
  },
  { key: 'region', title: 'Регион', width: 180, render: ({ regionName }) => regionName ?? emptyValue },
  last,
]

/** Partners without a head organisation; the chosen one becomes a branch. */
export function AttachBranchDialog({ partnerId, onClose }: { partnerId: string; onClose: () => void }) {
  const refresh = usePartnerRefresh()
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const answer = useQuery({
    ...query(findFreeBranches, {
      params: { partnerId },
      query: { page: page - 1, size: pageSize, ...(search && { search }) },
    }),
    gcTime: 0,
  })
  const attach = async ({ id, version, shortName }: PartnerRow) => {
    try {
      await call(createBranch, { params: { partnerId }, body: { partnerId: id, version } })
      toast.success(`Филиал присоединён: ${shortName}`)
      refresh()
      onClose()
    } catch (failure) {
      notifyFailure(failure)
    }
  }
  return (
    <Dialog open onClose={onClose} size="large" title="Присоединить филиал">
      <div className={styles.search}>
        <SearchInput
          label="Название, ИНН или ОГРН"
          placeholder="Название или ИНН"
          value={search}
          onSearch={(text) => {
            setSearch(text)
            setPage(1)
          }}
        />
      </div>
      <DataTable
        label="Партнёры без головной организации"
        columns={columnsOf({
          key: 'attach',
          title: '',
          width: 130,
          render: (row) => (
            <Button
              look="link"
              aria-label={`Присоединить: ${row.shortName}`}
              onClick={() => void attach(row)}
            >
              Присоединить
            </Button>
          ),
        })}
        rows={answer.isError ? undefined : answer.data?.content}
        rowKey={({ id }) => String(id)}
        total={answer.data?.totalElements ?? 0}
        page={page}
        size={pageSize}
        onPage={setPage}
        loading={answer.isPlaceholderData}
        error={answer.isError ? errorInfoOf(answer.error) : null}
        onRetry={() => void answer.refetch()}
        emptyTitle="Подходящих партнёров нет"
      />
    </Dialog>
  )
}

function Choice({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className={formStyles.half}>
      <label className={formStyles.label} htmlFor={id}>
        {label}
      </label>
      {children(id)}
    </div>
  )
}

/** Which partner of the tree works in a region: those at home there come first. */
export function SuitableBranchesDialog({ partnerId, onClose }: { partnerId: string; onClose: () => void }) {
  const dictionaries = usePartnerDictionaries()
  const [region, setRegion] = useState<string | null>(null)
  const [type, setType] = useState<string | null>(null)
  const answer = useQuery({
    ...query(findSuitableBranches, {
      params: { partnerId },
      query: {
        size: 100,
        ...(region !== null && { regionCode: region }),
        ...(type !== null && { branchTypeCode: type }),
      },
    }),
    gcTime: 0,
  })
  const select = (value: string | null, options: readonly Option[], set: (code: string | null) => void) => {
    return (id: string) => <LookupSelect id={id} value={value} options={options} onChange={set} />
  }
  return (
    <Dialog open onClose={onClose} size="large" title="Подобрать филиал">
      <div className={formStyles.grid}>
        <Choice label={fields.regionCode.label}>{select(region, dictionaries.regionCode, setRegion)}</Choice>
        <Choice label={fields.branchTypeCode.label}>
          {select(type, dictionaries.branchTypeCode, setType)}
        </Choice>
        <div className={styles.dialogTable}>
          <DataTable
            label="Подходящие филиалы"
            columns={columnsOf({
              key: 'open',
              title: '',
              width: 100,
              render: ({ id, shortName }) => (
                <Link
                  to="/partner/$partnerId"
                  params={{ partnerId: String(id) }}
                  aria-label={`Открыть: ${shortName}`}
                >
                  Открыть
                </Link>
              ),
            })}
            rows={answer.isError ? undefined : answer.data}
            rowKey={({ id }) => String(id)}
            total={answer.data?.length ?? 0}
            page={1}
            size={100}
            onPage={() => undefined}
            loading={answer.isPlaceholderData}
            error={answer.isError ? errorInfoOf(answer.error) : null}
            onRetry={() => void answer.refetch()}
            emptyTitle="Подходящих филиалов нет"
          />
        </div>
      </div>
    </Dialog>
  )
}
