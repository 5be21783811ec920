import {
  deleteBranch,
  deleteBranches,
  listBranches,
} from '@ipoteka-office/contract/partners/partner-parts.ts'
import type { Partner } from '@ipoteka-office/contract/partners/partners.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { Button } from '#ui/button.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { SearchInput } from '#ui/input/search-input.tsx'
import { AttachBranchDialog, SuitableBranchesDialog } from './branch-search-dialog.tsx'
import { BranchTree } from './branch-tree.tsx'
import { CreateBranchDialog } from '../create-partner-dialog.tsx'
import { Entries, entriesPageSize } from '#widgets/list/entries.tsx'
import { usePartnerRefresh } from '../use-partner-refresh.ts'
import { usePartnerAccess } from '../partner-access.ts'
import { partnersColumns } from '../partners.columns.tsx'
import styles from '../partners.module.css'

const shown = ['shortName', 'inn', 'roles', 'region', 'branchesCount', 'notActive']
const columns = partnersColumns.filter(({ key }) => shown.includes(key))

/** «Филиалы»: the direct branches, the tree under and above, and what brings branches in and out. */
export function BranchesTab({ partner }: { partner: Partner }) {
  const partnerId = String(partner.id)
  const access = usePartnerAccess()
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [dialog, setDialog] = useState<'new' | 'attach' | 'suitable' | null>(null)
  const close = () => setDialog(null)
  const refresh = usePartnerRefresh()
  const answer = useQuery(
    query(listBranches, {
      params: { partnerId },
      query: { page: page - 1, size: entriesPageSize, ...(search && { search }) },
    }),
  )
  return (
    <div className={styles.stack}>
      <div>
        <Entries
          label="Филиалы"
          above={
            <SearchInput
              label="Название, ИНН или ОГРН"
              placeholder="Название или ИНН"
              value={search}
              onSearch={(text) => {
                setSearch(text)
                setPage(1)
              }}
            />
          }
          buttons={
            <span className={styles.buttons}>
              <Button onClick={() => setDialog('suitable')}>Подобрать</Button>
              <Button disabledReason={access.operator} onClick={() => setDialog('attach')}>
                Присоединить
              </Button>
              <Button look="primary" disabledReason={access.update} onClick={() => setDialog('new')}>
                Создать филиал
              </Button>
            </span>
          }
          columns={columns}
          answer={answer}
          paging={{ page, onPage: setPage, asked: search }}
          nameOf={({ shortName }) => shortName}
          rowHref={({ id }) => `/partner/${id}`}
          onOpen={(href) => void navigate({ to: href })}
          reason={access.operator}
          removal={{
            word: 'Отсоединить',
            one: ({ id, version }) =>
              call(deleteBranch, { params: { partnerId, id: String(id) }, query: { version } }),
            many: (ids) => call(deleteBranches, { params: { partnerId }, query: { ids } }),
          }}
          onChanged={refresh}
          emptyTitle={search === '' ? 'Филиалов нет' : 'Филиалы не найдены'}
        />
      </div>
      <FormCard>
        <FormSection title="Дерево филиалов" grid={false}>
          <BranchTree partnerId={partner.id} />
        </FormSection>
      </FormCard>
      {dialog === 'new' && <CreateBranchDialog head={partner} onClose={close} />}
      {dialog === 'attach' && <AttachBranchDialog partnerId={partnerId} onClose={close} />}
      {dialog === 'suitable' && <SuitableBranchesDialog partnerId={partnerId} onClose={close} />}
    </div>
  )
}
