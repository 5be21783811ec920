import { lowered } from '#lib/words.ts'
import type { SectionCode } from '@ipoteka-office/contract/cases/case-sections.ts'
import type { EarlierOffer } from '@ipoteka-office/contract/cases/earlier-answers.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatDate } from '#lib/dates.ts'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import styles from './case-sections.module.css'
import { EarlierDialog } from './earlier-dialog.tsx'
import { earlierQuery } from './questionnaire-data.ts'

/** «Взять из заявки № 12-345 от 01.02.2026»; of several cases without their numbers, which stand in the dialog. */
function offerText(offers: readonly EarlierOffer[]): string {
  const [first] = offers
  const isOne = first !== undefined && offers.every(({ caseId }) => caseId === first.caseId)
  return isOne
    ? `Взять из заявки № ${first.caseNumber} от ${formatDate(first.caseCreatedAt)}`
    : 'Взять из прежних заявок'
}

/**
 * What the client has said in earlier cases: how it differs from what stands here, and an offer to take it. On the page of
 * personal data of the whole questionnaire, elsewhere of the sections that are open.
 */
export function EarlierAnswers({
  caseId,
  participantId,
  sections,
  saves,
  editable,
}: {
  caseId: number
  participantId: number
  sections: readonly SectionCode[]
  /** Grows with every save of the participant's sections: the comparison is made anew. */
  saves: number
  editable: { readonly enabled: boolean; readonly reasonDisabled: string | null }
}) {
  const isWhole = sections.includes('PERSONAL')
  const isAsked = isWhole || (sections.length > 0 && !sections.includes('CONSENTS'))
  const { data, refetch } = useQuery({
    ...earlierQuery(caseId, participantId),
    enabled: isAsked,
  })
  const compared = useRef(saves)
  useEffect(() => {
    // Fewer saves mean that the participant was taken away: asking for one who is gone would answer 404.
    const isSaved = saves > compared.current
    compared.current = saves
    if (isSaved && isAsked) void refetch()
  })
  const [open, setOpen] = useState(false)
  if (!data || !isAsked) return null
  const own = <T extends { section: SectionCode }>(all: readonly T[]) =>
    all.filter(({ section }) => isWhole || sections.includes(section))
  const [offers, differences] = [own(data.offers), own(data.differences)]
  if (differences.length === 0) return null
  return (
    <section className={styles.changes} aria-label="Прежняя анкета">
      <details>
        <summary>
          Отличается от прошлой анкеты{data.latestAt && ` (${formatDate(data.latestAt)})`}:{' '}
          {countOf(differences.length, 'поле', 'поля', 'полей')}
        </summary>
        <ul>
          {differences.map(({ section, field, sectionName, label, here, latest }) => (
            <li key={`${section} ${field}`}>
              {sectionName}, {lowered(label)}: {latest} → <b>{here}</b>
            </li>
          ))}
        </ul>
      </details>
      {offers.length > 0 && editable.enabled && (
        <Button onClick={() => setOpen(true)}>{offerText(offers)}</Button>
      )}
      {open && (
        <EarlierDialog
          caseId={caseId}
          participantId={participantId}
          offers={offers}
          title={offerText(offers)}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  )
}
