import { type BlacklistEntry, getEntryProcess } from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { RecordProcessDialog } from '#widgets/process/record-process-dialog.tsx'

/** The way of an entry. */
export function EntryProcess({ entry, onClose }: { entry: BlacklistEntry; onClose: () => void }) {
  const params = { kind: entry.kind, id: String(entry.id) }
  const answer = useQuery(query(getEntryProcess, { params }))
  return <RecordProcessDialog title="Путь записи" ledBy="Кто вёл запись" answer={answer} onClose={onClose} />
}
