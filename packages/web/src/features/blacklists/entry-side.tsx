import { lowered } from '#lib/words.ts'
import { hitVerdicts, listEntryHits } from '@ipoteka-office/contract/blacklists/blacklist-hits.ts'
import {
  type BlacklistEntry,
  type EntryAppeal,
  listEntryHistory,
} from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { query } from '#api/query.ts'
import { formatDate, formatDateTime } from '#lib/dates.ts'
import { shortName } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { SidePanel } from '#ui/overlay/side-panel.tsx'
import { Tag } from '#ui/tag.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import { HistoryDialog } from '#widgets/history/history-dialog.tsx'
import styles from './blacklists.module.css'

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl>
      <dt className="muted small">{label}</dt>
      <dd style={{ margin: 0 }}>{children}</dd>
    </dl>
  )
}

const outcomeWords = { SATISFIED: 'Удовлетворено', REJECTED: 'Отказано' } as const

function Outcome({ outcome, overdue, dueOn }: EntryAppeal) {
  if (outcome !== null)
    return <Tag tone={outcome === 'SATISFIED' ? 'green' : 'neutral'}>{outcomeWords[outcome]}</Tag>
  return <Tag tone={overdue ? 'red' : 'amber'}>решить до {formatDate(dueOn)}</Tag>
}

function Appeals({ appeals }: { appeals: readonly EntryAppeal[] }) {
  if (appeals.length === 0) return null
  return (
    <FormSection title="Обжалования" grid={false}>
      <ul className={styles.list}>
        {appeals.map((appeal) => (
          <li key={appeal.id}>
            <b>{appeal.number}</b> <Outcome {...appeal} />
            <p className="muted small">
              Получено {formatDate(appeal.receivedOn)}, принял {shortName(appeal.registeredBy.fullName)}
              {appeal.decidedBy && `; решение — ${shortName(appeal.decidedBy.fullName)}`}
            </p>
            {appeal.words && (
              <p>
                {appeal.words.applicant}: {appeal.words.claim}
                {appeal.words.decision !== '' && <> — {appeal.words.decision}</>}
              </p>
            )}
          </li>
        ))}
      </ul>
    </FormSection>
  )
}

const shownHits = 5

/** Where the entry has fired, the newest; cases of types that the person does not read are counted alone. */
function Fired({ kind, id }: Pick<BlacklistEntry, 'kind' | 'id'>) {
  const answer = useQuery(
    query(listEntryHits, { params: { kind, id: String(id) }, query: { size: shownHits } }),
  )
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return null
  const { content, totalElements } = answer.data
  return (
    <FormSection title="Где сработала запись" grid={false}>
      <p className="muted small">
        {totalElements === 0 ? 'Ни на одном деле' : `Совпадений: ${totalElements}`}
        {totalElements > content.length && `, показаны последние ${content.length}`}
      </p>
      <ul className={styles.list} aria-label="Где сработала запись">
        {content.map(({ id: hitId, case: one, exact, score, foundAt, verdict }) => (
          <li key={hitId}>
            {one === null ? (
              'Дело, на которое у вас нет права'
            ) : (
              <HrefLink href={casePath(one.type, one.id)}>{one.number}</HrefLink>
            )}
            {one !== null && ` ${one.participantName}, ${lowered(one.stageName)}`}
            <p className="muted small">
              {[
                formatDateTime(foundAt),
                exact ? 'точное совпадение' : `сходство ${score} из 100`,
                verdict === null ? 'вердикта нет' : `вердикт: ${lowered(hitVerdicts[verdict])}`,
              ].join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </FormSection>
  )
}

const VersionsDialog = onDemand(async () => (await import('./entry-versions.tsx')).EntryVersions)
const ProcessDialog = onDemand(async () => (await import('./entry-process.tsx')).EntryProcess)

/** Which dialog is open; of the versions, with which one it begins. */
type Shown = { readonly what: 'history' | 'process' } | { readonly what: 'versions'; readonly from?: string }

/** How the entry came to be, appeals against it, its history and its way. */
export function EntrySide({ entry }: { entry: BlacklistEntry }) {
  const [shown, setShown] = useState<Shown | null>(null)
  const params = { kind: entry.kind, id: String(entry.id) }
  const { author, approver, approvedAt, createdAt, appeals } = entry
  return (
    <SidePanel label="О записи">
      <FormSection title="О записи" grid={false}>
        <div className={styles.side}>
          <Fact label="Автор">
            {shortName(author.fullName)}, {formatDate(createdAt)}
          </Fact>
          {approver && (
            <Fact label="Подтвердил">
              {shortName(approver.fullName)}, {formatDate(approvedAt)}
            </Fact>
          )}
          <div>
            <Button look="link" onClick={() => setShown({ what: 'history' })}>
              История изменений
            </Button>
          </div>
          <div>
            <Button look="link" onClick={() => setShown({ what: 'versions' })}>
              Сравнить версии
            </Button>
          </div>
          <div>
            <Button look="link" onClick={() => setShown({ what: 'process' })}>
              Путь записи
            </Button>
          </div>
        </div>
      </FormSection>
      <Appeals appeals={appeals} />
      {entry.state !== 'DRAFT' && <Fired kind={entry.kind} id={entry.id} />}
      {shown?.what === 'history' && (
        <HistoryDialog
          pages={(page) => query(listEntryHistory, { params, query: page })}
          more={({ at }) => (
            <Button look="link" onClick={() => setShown({ what: 'versions', from: at })}>
              Сравнить с тем, что сейчас
            </Button>
          )}
          onClose={() => setShown(null)}
        />
      )}
      {shown?.what === 'versions' && (
        <VersionsDialog entry={entry} from={shown.from} onClose={() => setShown(null)} />
      )}
      {shown?.what === 'process' && <ProcessDialog entry={entry} onClose={() => setShown(null)} />}
    </SidePanel>
  )
}
