import type { BlacklistEntry } from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { entryMachine } from '@ipoteka-office/contract/blacklists/entry-machine.ts'
import {
  compareEntryVersions,
  listEntryVersions,
} from '@ipoteka-office/contract/blacklists/entry-versions.ts'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import type { Moments } from '#widgets/versions/moments.ts'
import { Versions } from '#widgets/versions/versions.tsx'

/** Any two versions of an entry side by side. */
export function EntryVersions({
  entry,
  from,
  onClose,
}: {
  entry: BlacklistEntry
  /** The version to begin with; absent: the one before the last change. */
  from?: string | undefined
  onClose: () => void
}) {
  const [moments, setMoments] = useState<Moments>(from === undefined ? {} : { from })
  const params = { kind: entry.kind, id: String(entry.id) }
  return (
    <Dialog open onClose={onClose} size="large" title="Сравнение версий записи">
      <Versions
        of={{
          createdAt: entry.createdAt,
          moveWord: 'Состояние',
          versions: (page) => query(listEntryVersions, { params, query: page }),
          compare: (body) => query(compareEntryVersions, { params, body }),
          // Earlier ones are told by the comparison itself.
          standing: (at) => (at === undefined ? entryMachine.states[entry.state].name : null),
        }}
        moments={moments}
        onMoments={setMoments}
      />
    </Dialog>
  )
}
