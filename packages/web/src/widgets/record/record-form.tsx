import type { ReactNode, Ref } from 'react'
import type { FieldValues } from 'react-hook-form'
import { serverNow } from '#api/server-time.ts'
import { formatDateTime, formatMoment } from '#lib/dates.ts'
import { emptyValue } from '#lib/format.ts'
import { useStill } from '#lib/use-still.ts'
import { Button } from '#ui/button.tsx'
import { FieldGuards } from '#ui/form/field-guard.ts'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { PageForm } from '#ui/form/page-form.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import type { Difference } from './difference.ts'
import { PresenceLine } from './presence-line.tsx'
import type { Versioned } from './record-options.ts'
import styles from './record.module.css'
import { DraftNotice } from './use-draft.tsx'
import type { RecordKit } from './use-record.ts'

/** Something that is said above the fields. */
export function RecordNotice({
  role = 'status',
  children,
}: {
  role?: 'status' | 'note'
  children: ReactNode
}) {
  return (
    <p className="notice" role={role}>
      {children}
    </p>
  )
}

const shownChanges = 5

function Changes({ changes }: { changes: readonly Difference[] }) {
  if (changes.length === 0) return null
  return (
    <ul>
      {changes.slice(0, shownChanges).map(({ key, label, mine, server }) => (
        <li key={key}>
          {label}: {mine || emptyValue} → <b>{server || emptyValue}</b>
        </li>
      ))}
      {changes.length > shownChanges && <li>и ещё {changes.length - shownChanges}</li>}
    </ul>
  )
}

/** What somebody else has just saved: it stands in the form already, or waits behind own changes. */
function RecordNewsLine<R extends Versioned, V extends FieldValues>({ kit }: { kit: RecordKit<R, V> }) {
  const news = useStill(kit.news)
  const outdated = useStill(kit.outdated)
  return (
    <>
      {news && (
        <div className={styles.news} role="status">
          <div>
            Запись изменена: {news.by}, {formatMoment(news.at, serverNow())}
            <Changes changes={news.changes} />
          </div>
          <Button look="link" onClick={kit.dropNews}>
            Понятно
          </Button>
        </div>
      )}
      {outdated && (
        <div className="notice" role="status">
          {outdated.by === null ? 'Запись уже изменил кто-то другой' : `Запись уже изменена: ${outdated.by}`}.
          При сохранении можно будет сравнить значения по полям.
          <Changes changes={outdated.changes} />
        </div>
      )}
    </>
  )
}

/** Says that the record cannot be changed and why, that somebody else has saved it, and that there is a draft. */
export function RecordNotices<R extends Versioned, V extends FieldValues>({
  kit,
  showRefusal = true,
}: {
  kit: RecordKit<R, V>
  /** False where the page itself says that nothing can be changed. */
  showRefusal?: boolean
}) {
  return (
    <>
      {showRefusal && kit.refusal !== null && (
        <RecordNotice role="note">Только просмотр. {kit.refusal}.</RecordNotice>
      )}
      <RecordNewsLine kit={kit} />
      {kit.refusal === null && <DraftNotice found={kit.draft} at={formatDateTime} />}
    </>
  )
}

/** The comparison that a late save opens; nothing while there is none. */
export function RecordComparison<R extends Versioned, V extends FieldValues>({
  kit,
}: {
  kit: RecordKit<R, V>
}) {
  const { conflict } = kit
  if (!conflict) return null
  return (
    <CompareDialog
      open
      {...(conflict.changedBy !== null && { changedBy: conflict.changedBy })}
      differences={conflict.differences()}
      onCancel={kit.dropConflict}
      onApply={(choice) => void kit.resolve(choice)}
    />
  )
}

/** The form of a record: head, presence, notices, summary of mistakes, fields, and the comparison of a late save. */
export function RecordForm<R extends Versioned, V extends FieldValues>({
  kit,
  label,
  labels,
  head,
  presence,
  showRefusal = true,
  notices,
  box,
  enterSaves = true,
  focus,
  className,
  children,
}: {
  kit: RecordKit<R, V>
  /** Accessible name: what is edited. */
  label: string
  /** Paths of the fields in words. */
  labels: Readonly<Record<string, string>>
  /** Title and buttons. */
  head?: ReactNode
  /** Topic by which those are known who have the record open. */
  presence?: string | undefined
  /** False where the page itself says that nothing can be changed. */
  showRefusal?: boolean
  /** More that is said above the fields. */
  notices?: ReactNode
  box?: Ref<HTMLFormElement>
  /** False where Enter on the way through the fields would send something half filled. */
  enterSaves?: boolean
  /** Goes to a field from the summary of mistakes, where it is not an input of its own name. */
  focus?: (path: string) => void
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <>
      <PageForm
        {...(box && { ref: box })}
        className={className}
        label={label}
        enterSaves={enterSaves}
        onSave={() => void kit.submit()}
      >
        {head}
        {presence !== undefined && (
          <div className={styles.presence}>
            <PresenceLine topic={presence} />
          </div>
        )}
        <RecordNotices kit={kit} showRefusal={showRefusal} />
        {notices}
        <ErrorSummary control={kit.form.control} labels={labels} setFocus={focus ?? kit.form.setFocus} />
        <FieldGuards value={kit.guard}>{children}</FieldGuards>
      </PageForm>
      <RecordComparison kit={kit} />
    </>
  )
}
