import type {
  CaseParticipant,
  Requirement,
} from '@ipoteka-office/contract/documents/document-completeness.ts'
import { qualityChecks, signerRoles } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import type { ReactNode } from 'react'
import { formatDate } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Tag } from '#ui/tag.tsx'
import styles from './completeness.module.css'
import {
  documentsText,
  factsText,
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
          <Tag tone={statusTones[document.status]}>{statusText(document)}</Tag>
          {document.status === 'ACCEPTED' && document.validUntil && (
            <span className="muted small">действует по {formatDate(document.validUntil)}</span>
          )}
          {document.reason && <span className={styles.reason}>{document.reason}</span>}
        </li>
      ))}
    </ul>
  )
}

function More({ requirement }: { requirement: Requirement }) {
  const { reasons, checks, signers } = requirement
  const lines = [
    ...reasons.map(({ name, text, basis }) => [name, text, basis].filter(Boolean).join(' · ')),
    ...(checks.length > 0
      ? [`Проверить: ${checks.map((check) => qualityChecks[check].toLowerCase()).join(', ')}`]
      : []),
    ...(signers.length > 0
      ? [`Подписывают: ${signers.map(({ role }) => signerRoles[role]).join(', ')}`]
      : []),
  ]
  if (lines.length === 0) return null
  return (
    <details className={styles.more}>
      <summary>Правила и требования</summary>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  )
}

/** One requirement: what is needed, why, how far it is, and what can be done about it. */
export function RequirementItem({
  requirement,
  participant,
  id,
  blocks,
  onUpload,
  onOpenDocument,
  uploadsOf,
}: {
  requirement: Requirement
  participant: CaseParticipant | null
  /** The element's id, so that what is in the way can be jumped to. */
  id: string
  /** It is in the way of the next stage. */
  blocks: boolean
} & RequirementActions) {
  const { documents, need, status, because, dependsOn, message, conflict, found } = requirement
  const title = documentsText(documents)
  const isSpared = need === 'NOT_REQUIRED'
  return (
    <li
      id={id}
      tabIndex={-1}
      className={cx(styles.requirement, blocks && styles.blocks, isSpared && styles.spared)}
    >
      <div className={styles.line}>
        <span className={styles.title}>
          {documents.map(({ code, name }, at) => (
            <span key={code}>
              {at > 0 && <i className={styles.or}>или</i>}
              {name}
            </span>
          ))}
        </span>
        {!isSpared && (
          <span className={styles.state}>
            {need === 'UNKNOWN' && <Tag tone="amber">Зависит от данных</Tag>}
            {(need === 'REQUIRED' || found.length > 0) && (
              <Tag tone={statusTones[status]}>{statusText(requirement)}</Tag>
            )}
            {conflict && <Tag tone="red">Правила спорят</Tag>}
            {onUpload && wantsUpload(requirement) && (
              <Button
                look="link"
                aria-label={`Загрузить: ${title}`}
                onClick={() =>
                  onUpload({
                    key: requirement.key,
                    typeCodes: documents.map(({ code }) => code),
                    title,
                    participant,
                  })
                }
              >
                Загрузить
              </Button>
            )}
          </span>
        )}
      </div>
      <p className={styles.because}>{because}</p>
      {dependsOn.length > 0 && need !== 'UNKNOWN' && (
        <p className={styles.depends}>Зависит от: {factsText(dependsOn)}</p>
      )}
      {message && status === 'NONE' && need === 'REQUIRED' && <p className={styles.reason}>{message}</p>}
      {!isSpared && <p className={styles.notes}>{requirementNotes(requirement).join(' · ')}</p>}
      {uploadsOf?.(requirement.key)}
      <Found found={found} onOpenDocument={onOpenDocument} />
      <More requirement={requirement} />
    </li>
  )
}
