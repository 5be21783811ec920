import type { DocumentOwner } from '@ipoteka-office/contract/documents/documents.ts'
import { useStore } from '#lib/store.ts'
import { uploaderOf } from './uploader.ts'
import { UploadRow } from './uploads-tray.tsx'
import styles from './uploads.module.css'
import { useDocuments } from '../use-documents.ts'

/** Files that were brought for a requirement and are not its documents yet, with what is in their way. */
export function RequirementUploads({ owner, requirement }: { owner: DocumentOwner; requirement: string }) {
  const uploader = uploaderOf(owner)
  const entries = useStore(uploader.entries).filter(
    ({ target, state }) => target.requirement === requirement && state !== 'done',
  )
  if (entries.length === 0) return null
  return <Rows owner={owner} entries={entries} />
}

function Rows({
  owner,
  entries,
}: {
  owner: DocumentOwner
  entries: Parameters<typeof UploadRow>[0]['entry'][]
}) {
  const documents = useDocuments(owner).data?.documents ?? []
  return (
    <ul className={styles.ofRequirement} aria-label="Загрузка для требования">
      {entries.map((entry) => (
        <UploadRow key={entry.key} entry={entry} uploader={uploaderOf(owner)} documents={documents} />
      ))}
    </ul>
  )
}
