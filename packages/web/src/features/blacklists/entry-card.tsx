import { blacklistKinds } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import type { BlacklistEntry } from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { ownerOfEntries } from '@ipoteka-office/contract/blacklists/entry-documents.ts'
import { fieldText } from '@ipoteka-office/contract/common/field-texts.ts'
import type { FieldSpec } from '@ipoteka-office/contract/common/fields.ts'
import { fraudPath } from '@ipoteka-office/contract/cases/case-links.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { latePart } from '#ui/late/late-part.tsx'
import { WithSidePanel } from '#ui/overlay/side-panel.tsx'
import { dictionariesOf, useFormNames } from '#widgets/case-sections/section-names.ts'
import { RequestCard } from '#widgets/change-requests/request-card.tsx'
import type { Opened } from '#widgets/documents/document-open.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import { RecordNotice } from '#widgets/record/record-form.tsx'
import styles from './blacklists.module.css'
import { fieldsOf, groupsOf, toEntryValues } from './entry-form-values.ts'
import { EntryHead } from './entry-head.tsx'
import { EntrySide } from './entry-side.tsx'
import { requestCallsOf } from './entry-words.ts'
import { refreshEntry } from './refresh-entry.ts'

const DocumentsPanel = latePart(
  async () => (await import('#widgets/documents/documents-panel.tsx')).DocumentsPanel,
)

const isWide = ({ kind }: FieldSpec) => kind === 'LONG_TEXT' || kind === 'LIST' || kind === 'ADDRESS'

/** Everything that the entry says, group by group; what is empty is left out. */
function Facts({ entry }: { entry: BlacklistEntry }) {
  const hasReason = entry.reason !== null
  const fields = useMemo(() => fieldsOf(entry.kind, { hasReason }), [entry.kind, hasReason])
  const { nameOf } = useFormNames(useMemo(() => dictionariesOf(fields), [fields]))
  const values = toEntryValues(entry)
  const told = (names: readonly string[]) =>
    names.flatMap((name) => {
      const field = fields[name]
      const text = field === undefined ? '' : fieldText(field, values[name], nameOf)
      return field === undefined || text === '−' || text === '' ? [] : [{ name, field, text }]
    })
  return (
    <FormCard>
      {groupsOf(entry.kind, hasReason).map(({ title, names }) => {
        const shown = told(names)
        return shown.length === 0 ? null : (
          <FormSection key={title} title={title} grid={false}>
            <dl className={styles.facts}>
              {shown.map(({ name, field, text }) => (
                <div key={name} className={isWide(field) ? styles.wide : undefined}>
                  <dt>{field.label}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </FormSection>
        )
      })}
    </FormCard>
  )
}

/** The change that waits for a second person, who may decide on it here. */
function Waiting({ entry, id }: { entry: BlacklistEntry; id: number }) {
  const calls = requestCallsOf(entry.kind)
  const answer = useQuery(query(calls.get, { params: { id: String(id) } }))
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  return answer.data ? <RequestCard request={answer.data} calls={calls} onDecided={refreshEntry} /> : null
}

/** What proves the entry: part of the reason, so only for those who may read it. */
function Proofs({ entry }: { entry: BlacklistEntry }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  if (!useRights().all({ Document: ['Read'] })) return null
  return (
    <FormCard>
      <FormSection title="Вложения" grid={false}>
        <DocumentsPanel
          owner={{ ownerType: ownerOfEntries[entry.kind], ownerId: entry.id }}
          opened={opened}
          onOpen={setOpened}
        />
      </FormSection>
    </FormCard>
  )
}

/** An entry as it is read: what it says, what waits, what proves it, and how it came to be. */
export function EntryCard({ entry }: { entry: BlacklistEntry }) {
  usePagePlace(
    'Чёрные списки',
    { text: blacklistKinds[entry.kind], href: `/blacklist/${entry.kind}/viewAll` },
    entry.title,
  )
  return (
    <div className={styles.stack}>
      <EntryHead entry={entry} />
      <WithSidePanel panel={<EntrySide entry={entry} />}>
        <div className={styles.stack}>
          {entry.pending && <Waiting entry={entry} id={entry.pending.id} />}
          {entry.destroyed && (
            <RecordNotice role="note">
              Срок хранения прошёл: сведения о том, кто внесён в список и почему, уничтожены по акту.
            </RecordNotice>
          )}
          {!entry.destroyed && entry.reason === null && (
            <RecordNotice role="note">
              Основание, источник и доказательства видны сотрудникам с отдельным правом.
            </RecordNotice>
          )}
          {entry.origin && (
            <RecordNotice role="note">
              Запись подготовлена по вердикту о мошенничестве:{' '}
              <HrefLink href={fraudPath(entry.origin.type, entry.origin.id)}>
                заявка № {entry.origin.number}
              </HrefLink>
            </RecordNotice>
          )}
          <Facts entry={entry} />
          {!entry.destroyed && entry.reason !== null && <Proofs entry={entry} />}
        </div>
      </WithSidePanel>
    </div>
  )
}
