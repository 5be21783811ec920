import {
  type AccessArchive,
  getAccessArchive,
  listAccessArchives,
} from '@ipoteka-office/contract/access-log/archives.ts'
import { download } from '#api/download.ts'
import { query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { formatCount } from '#lib/digits.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { PagedTable } from '#widgets/list/paged-table.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'

const periodOf = ({ from, to }: AccessArchive) =>
  from === null ? `До ${formatDateTime(to)}` : `${formatDateTime(from)} – ${formatDateTime(to)}`

const columns: Column<AccessArchive>[] = [
  { key: 'period', title: 'Записи за время', width: 320, render: periodOf },
  { key: 'rows', title: 'Записей', width: 100, align: 'right', render: ({ rows }) => formatCount(rows) },
  { key: 'made', title: 'В архиве с', width: 160, render: ({ madeAt }) => formatDateTime(madeAt) },
  {
    key: 'sum',
    title: 'SHA-256 файла',
    width: 140,
    render: ({ sha256 }) => <span title={sha256}>{`${sha256.slice(0, 12)}…`}</span>,
  },
  {
    key: 'file',
    title: 'Файл',
    width: 100,
    render: (archive) => (
      <Button
        look="link"
        aria-label={`${periodOf(archive)}: скачать CSV`}
        onClick={() =>
          void download(getAccessArchive, { params: { archiveId: String(archive.id) } }).catch(notifyFailure)
        }
      >
        CSV, gzip
      </Button>
    ),
  },
]

/** «Архив журнала»: months that lie in files, under a seal; taking one is written into the journal. */
export function ArchivesDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open size="wide" title="Архив журнала доступа" onClose={onClose}>
      <PagedTable
        label="Архив журнала доступа"
        columns={columns}
        pages={(page) => query(listAccessArchives, { query: page })}
        emptyTitle="Архив пуст: все записи журнала ещё в базе"
      />
    </Dialog>
  )
}
