import { BlacklistKindParam, createBlacklistEntry } from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { createFileRoute } from '@tanstack/react-router'
import { useRights } from '#api/rights.ts'
import { NotFound } from '#ui/not-found.tsx'
import { Forbidden } from '#widgets/failure-block.tsx'
import { EntryEditor } from './entry-editor.tsx'
import { LoadedEntry } from './loaded-entry.tsx'

export const Route = createFileRoute('/blacklist/$kind/edit/$id')({ component: EntryEditPage })

function EntryEditPage() {
  const { kind: named, id } = Route.useParams()
  const kind = BlacklistKindParam.safeParse(named).data
  const rights = useRights()
  if (!kind) return <NotFound />
  if (id !== 'new')
    return (
      <LoadedEntry key={`${kind}/${id}`} kind={kind} id={id}>
        {(entry) => <EntryEditor kind={kind} entry={entry} />}
      </LoadedEntry>
    )
  return rights.mayCall(createBlacklistEntry, { kind }) ? (
    <EntryEditor key={kind} kind={kind} entry={null} />
  ) : (
    <Forbidden />
  )
}
