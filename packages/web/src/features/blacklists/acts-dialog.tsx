import {
  type BlacklistAct,
  getBlacklistAct,
  listBlacklistActs,
} from '@ipoteka-office/contract/blacklists/blacklist-acts.ts'
import type { BlacklistKind } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import { yearsText } from '@ipoteka-office/contract/common/counted.ts'
import { download } from '#api/download.ts'
import { query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { PagedTable } from '#widgets/list/paged-table.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'

const columnsFor = (kind: BlacklistKind): Column<BlacklistAct>[] => [
  { key: 'id', title: 'Акт №', width: 90, render: ({ id }) => id },
  { key: 'at', title: 'Составлен', width: 170, render: ({ madeAt }) => formatDateTime(madeAt) },
  { key: 'years', title: 'Срок хранения', width: 130, render: ({ years }) => yearsText(years) },
  { key: 'entries', title: 'Записей', width: 100, render: ({ entries }) => entries },
  {
    key: 'file',
    title: 'Файл',
    width: 90,
    render: ({ id }) => (
      <Button
        look="link"
        aria-label={`Акт № ${id}, PDF`}
        onClick={() =>
          void download(getBlacklistAct, { params: { kind, actId: String(id) } }).catch(notifyFailure)
        }
      >
        PDF
      </Button>
    ),
  },
]

/** «Акты об уничтожении»: what the bank no longer keeps of a list, and the paper of it. */
export function ActsDialog({ kind, onClose }: { kind: BlacklistKind; onClose: () => void }) {
  return (
    <Dialog open size="wide" title="Акты об уничтожении" onClose={onClose}>
      <PagedTable
        label="Акты об уничтожении"
        columns={columnsFor(kind)}
        pages={(page) => query(listBlacklistActs, { params: { kind }, query: page })}
        emptyTitle="Уничтожать пока было нечего: сроки хранения не вышли"
      />
    </Dialog>
  )
}
