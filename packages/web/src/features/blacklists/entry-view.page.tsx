import { BlacklistKindParam } from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { createFileRoute } from '@tanstack/react-router'
import { NotFound } from '#ui/not-found.tsx'
import { EntryCard } from './entry-card.tsx'
import { LoadedEntry } from './loaded-entry.tsx'

export const Route = createFileRoute('/blacklist/$kind/view/$id')({ component: EntryViewPage })

function EntryViewPage() {
  const { kind: named, id } = Route.useParams()
  const kind = BlacklistKindParam.safeParse(named).data
  if (!kind) return <NotFound />
  return (
    <LoadedEntry key={`${kind}/${id}`} kind={kind} id={id}>
      {(entry) => <EntryCard entry={entry} />}
    </LoadedEntry>
  )
}
