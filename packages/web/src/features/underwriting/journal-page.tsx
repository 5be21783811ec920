import { decisionPath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { Page } from '@ipoteka-office/contract/common/page.ts'
import {
  type Journal,
  type JournalRow,
  journalExport,
  journals,
  journalTypes,
} from '@ipoteka-office/contract/underwriting/journal.ts'
import { latePart } from '#ui/late/late-part.tsx'
import { useTaskActions } from '#widgets/case/talk/task-actions.tsx'
import { ListScreen, type ListScreenProps } from '#widgets/list/list-screen.tsx'
import type { ServerList } from '#widgets/list/use-server-list.ts'
import { takeTask } from '#widgets/take-next.ts'
import { journalColumnsOf } from './journal.columns.tsx'

// Nobody needs it before something is chosen.
const Bulk = latePart(async () => (await import('./journal-bulk.tsx')).JournalBulk, null)

/** A journal of applications: a row leads to the decision on it. */
export function JournalPage<Tab extends string>({
  journal,
  list,
  empty,
  ...views
}: {
  journal: Journal
  list: ServerList<JournalRow, Page<JournalRow>, Tab>
  empty: string
} & Pick<ListScreenProps<JournalRow, Page<JournalRow>, Tab>, 'tabs' | 'instead'>) {
  const actions = useTaskActions(list.refresh, { floating: true })
  return (
    <>
      <ListScreen
        list={list}
        title={journals[journal]}
        place={['Журналы заявок', journals[journal]]}
        columns={journalColumnsOf(({ task }) => task && actions.buttons(task))}
        rowLabel={({ number, clientName }) => `${number}, ${clientName}`}
        rowHref={({ type, id }) => decisionPath(type, id)}
        exporting={journalExport}
        bulk={(chosen) => <Bulk chosen={chosen} />}
        create={{
          text: 'Взять следующую',
          run: () =>
            takeTask({ caseTypes: [...journalTypes[journal]], reviewed: true }, ({ caseType, caseId }) =>
              decisionPath(caseType, caseId),
            ),
        }}
        empty={{ title: 'Заявок нет', text: empty }}
        {...views}
      />
      {actions.dialogs}
    </>
  )
}
