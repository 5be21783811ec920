import { lowered } from '#lib/words.ts'
import type {
  CaseParticipant,
  Requirement,
} from '@ipoteka-office/contract/documents/document-completeness.ts'
import { qualityChecks, signerRoles } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import type { ForeignPaper } from '@ipoteka-office/contract/recognised-papers/recognised-papers.ts'
import { type ReactNode, useId, useState } from 'react'
import { formatDate } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import { Tag } from '#ui/tag.tsx'
import styles from './requirement-item.module.css'
import {
  documentsText,
  factsText,
  lineNote,
  requirementNotes,
  statusText,
  statusTones,
  wantsUpload,
} from './completeness-words.ts'

/** A requirement for which somebody wants to bring a document. */
export interface UploadWanted {
  /** Of the requirement. */
  readonly key: string
  /** Any one of these types fits. */
  readonly typeCodes: readonly string[]
  readonly title: string
  readonly participant: CaseParticipant | null
}

/** What a host of the panel can do with requirements; without a callback its button is not there. */
export interface RequirementActions {
  readonly onUpload?: ((wanted: UploadWanted) => void) | undefined
  readonly onOpenDocument?: ((documentId: number) => void) | undefined
  /** Files that were brought for a requirement and are on their way or were refused. */
  readonly uploadsOf?: ((key: string) => ReactNode) | undefined
  /** In what a document names somebody else than the questionnaire. */
  readonly foreign?: ReadonlyMap<number, ForeignPaper> | undefined
}

function Found({ found, onOpenDocument }: Pick<Requirement, 'found'> & RequirementActions) {
  if (found.length === 0) return null
  return (
    <ul className={styles.found}>
      {found.map((document) => (
        <li key={document.id}>
          {onOpenDocument ? (
            <Button look="link" onClick={() => onOpenDocument(document.id)}>
              {document.title}
            </Button>
          ) : (
            <span>{document.title}</span>
          )}
          <StatusDot tone={statusTones[document.status]}>{statusText(document)}</StatusDot>
          {document.status === 'ACCEPTED' && document.validUntil && (
            <span className="muted small">действует по {formatDate(document.validUntil)}</span>
          )}
          {document.reason && <span className={styles.reason}>{document.reason}</span>}
        </li>
      ))}
    </ul>
  )
}

function Rules({ requirement }: { requirement: Requirement }) {
  const { reasons, checks, signers } = requirement
  const lines = [
    ...reasons.map(({ name, text, basis }) => [name, text, basis].filter(Boolean).join(' · ')),
    ...(checks.length > 0
      ? [`Проверить: ${checks.map((check) => lowered(qualityChecks[check])).join(', ')}`]
      : []),
    ...(signers.length > 0
      ? [`Подписывают: ${signers.map(({ role }) => signerRoles[role]).join(', ')}`]
      : []),
  ]
  if (lines.length === 0) return null
  return (
    <ul className={styles.rules} aria-label="Правила и требования">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

/** What there is to know of a requirement beside its line. */
function Details({
  requirement,
  id,
  ...actions
}: { requirement: Requirement; id: string } & RequirementActions) {
  const { documents, need, status, dependsOn, message, found } = requirement
  return (
    <div id={id} className={styles.details}>
      {documents.length > 1 && <p>Подойдёт любой из них: {documentsText(documents)}</p>}
      {dependsOn.length > 0 && <p className={styles.depends}>Зависит от: {factsText(dependsOn)}</p>}
      {message && status === 'NONE' && need === 'REQUIRED' && <p className={styles.reason}>{message}</p>}
      {need !== 'NOT_REQUIRED' && <p>{requirementNotes(requirement).join(' · ')}</p>}
      <Found found={found} {...actions} />
      <Rules requirement={requirement} />
    </div>
  )
}

function State({ requirement }: { requirement: Requirement }) {
  const { need, status, conflict, found } = requirement
  const note = lineNote(requirement)
  const isStated = need === 'REQUIRED' || (need === 'UNKNOWN' && found.length > 0)
  return (
    <>
      <span className={cx(styles.note, note.isBad && styles.bad)} title={note.text}>
        {conflict && need !== 'NOT_REQUIRED' && <Tag tone="red">Правила спорят</Tag>}
        {note.text}
      </span>
      <span className={styles.status}>
        {isStated && <StatusDot tone={statusTones[status]}>{statusText(requirement)}</StatusDot>}
      </span>
    </>
  )
}

function Actions({
  requirement,
  participant,
  onUpload,
  onOpenDocument,
}: { requirement: Requirement; participant: CaseParticipant | null } & RequirementActions) {
  const { key, documents, found } = requirement
  const title = documentsText(documents)
  const [first] = found
  return (
    <span className={styles.acts}>
      {first && onOpenDocument && (
        <Button look="quiet" aria-label={`Открыть: ${title}`} onClick={() => onOpenDocument(first.id)}>
          <Icon name="eye" />
        </Button>
      )}
      {onUpload && wantsUpload(requirement) && (
        <Button
          look="quiet"
          aria-label={`Загрузить: ${title}`}
          onClick={() => onUpload({ key, typeCodes: documents.map(({ code }) => code), title, participant })}
        >
          <Icon name="upload" />
        </Button>
      )}
    </span>
  )
}

/** One requirement in a line: what is needed and how far it is; opens to its files, rules and terms in place. */
export function RequirementItem({
  requirement,
  participant,
  blocks,
  ...actions
}: {
  requirement: Requirement
  participant: CaseParticipant | null
  /** It is in the way of the next stage. */
  blocks: boolean
} & RequirementActions) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const { documents, need, because, found } = requirement
  const title = documentsText(documents)
  const papers = found.flatMap((one) => actions.foreign?.get(one.id) ?? [])
  return (
    <li className={cx(styles.requirement, blocks && styles.blocks, need === 'NOT_REQUIRED' && styles.spared)}>
      <div className={styles.line}>
        <span className={styles.name}>
          <button
            type="button"
            className={styles.title}
            title={title}
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => setOpen(!open)}
          >
            <Icon name={open ? 'down' : 'right'} size={12} />
            <span>
              {documents.map(({ code, name }, at) => (
                <span key={code}>
                  {at > 0 && <i className={styles.or}>или</i>}
                  {name}
                </span>
              ))}
            </span>
          </button>
          <Tooltip text={because}>
            <button type="button" className={styles.why} aria-label={`Почему: ${title}`}>
              <Icon name="info" />
            </button>
          </Tooltip>
        </span>
        <State requirement={requirement} />
        <Actions requirement={requirement} participant={participant} {...actions} />
      </div>
      {papers.map(({ documentId, labels }) => (
        <p key={documentId} className={cx(styles.reason, styles.foreign)}>
          Не сходится с анкетой: {labels.map(lowered).join(', ')}
        </p>
      ))}
      {actions.uploadsOf?.(requirement.key)}
      {open && <Details id={id} requirement={requirement} {...actions} />}
    </li>
  )
}
