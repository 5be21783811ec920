import { useNavigate, useSearch } from '@tanstack/react-router'
import { DocumentsPanel } from '#widgets/documents/documents-panel.tsx'
import { openedOf, searchOf } from '#widgets/documents/opened-search.ts'
import styles from '../partners.module.css'

const from = '/partner-edit/$partnerId'

/** «Документы»: what the partner has given, and what was given to it. */
export function DocumentsTab({ partnerId }: { partnerId: number }) {
  const opened = openedOf(useSearch({ from }))
  const go = useNavigate({ from })
  return (
    <div className={styles.documents}>
      <DocumentsPanel
        owner={{ ownerType: 'PARTNER', ownerId: partnerId }}
        opened={opened}
        onOpen={(next) => void go({ search: { tab: 'documents', ...searchOf(next) } })}
      />
    </div>
  )
}
