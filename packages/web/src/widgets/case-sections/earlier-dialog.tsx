import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import { type EarlierOffer, takeEarlier } from '@ipoteka-office/contract/cases/earlier-answers.ts'
import { useId, useState } from 'react'
import { call } from '#api/call.ts'
import { queryClient } from '#api/query.ts'
import { formatDate } from '#lib/dates.ts'
import { countOf } from '#lib/plural.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { refreshHead } from '../case/case-data.ts'
import { HrefLink } from '../href-link.tsx'
import { notifyFailure } from '../notify-failure.ts'
import styles from './earlier-dialog.module.css'
import { useOpenForms } from '../record/open-forms.ts'
import { acceptSection, earlierQuery, refreshQuestionnaire } from './questionnaire-data.ts'

/** Ticked fields by section. */
type Ticked = Readonly<Partial<Record<string, readonly string[]>>>

/** What replaces nothing is ticked beforehand; what is written differently is the person's to choose. */
const beforehand = (offers: readonly EarlierOffer[]): Ticked =>
  Object.fromEntries(
    offers.map(({ section, fields }) => [
      section,
      fields.flatMap(({ field, isEmptyHere }) => (isEmptyHere ? [field] : [])),
    ]),
  )

function OfferedSection({
  offer: { sectionName, caseType, caseId, caseNumber, caseCreatedAt, fields },
  ticked,
  onTick,
}: {
  offer: EarlierOffer
  ticked: readonly string[]
  onTick: (fields: readonly string[]) => void
}) {
  const id = useId()
  const all = fields.map(({ field }) => field)
  const toggle = (field: string) =>
    onTick(ticked.includes(field) ? ticked.filter((one) => one !== field) : [...ticked, field])
  return (
    <fieldset className={styles.offer} aria-labelledby={id}>
      <label id={id} className={styles.offerHead}>
        <input
          type="checkbox"
          checked={ticked.length === all.length}
          onChange={() => onTick(ticked.length === all.length ? [] : all)}
        />
        {sectionName}
      </label>
      <span className="muted">
        из заявки <HrefLink href={casePath(caseType, caseId)}>№ {caseNumber}</HrefLink> от{' '}
        {formatDate(caseCreatedAt)}
      </span>
      <ul>
        {fields.map(({ field, label, here, latest, isEmptyHere }) => (
          <li key={field}>
            <label>
              <input type="checkbox" checked={ticked.includes(field)} onChange={() => toggle(field)} />
              <span>
                {label}: {!isEmptyHere && <>{here} → </>}
                <b>{latest}</b>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** What can be taken from earlier cases of the person, by section and field. */
export function EarlierDialog({
  caseId,
  participantId,
  offers,
  title,
  onClose,
}: {
  caseId: number
  participantId: number
  offers: readonly EarlierOffer[]
  title: string
  onClose: () => void
}) {
  // What was offered when the dialog opened stays in it: a colleague's save meanwhile is told by the server.
  const [shown] = useState(offers)
  const [ticked, setTicked] = useState<Ticked>(() => beforehand(offers))
  const [busy, setBusy] = useState(false)
  const forms = useOpenForms()
  const wanted = shown.flatMap(({ section, version, caseId: from, savedAt }) => {
    const fields = ticked[section] ?? []
    return fields.length === 0 ? [] : [{ section, version, caseId: from, savedAt, fields: [...fields] }]
  })
  const count = wanted.reduce((sum, { fields }) => sum + fields.length, 0)
  const take = async () => {
    setBusy(true)
    try {
      const params = { id: String(caseId), participantId: String(participantId) }
      const saved = await call(takeEarlier, { params, body: { sections: wanted } })
      for (const section of saved) await acceptSection(caseId, section)
      toast.success(`Взято из прежней анкеты: ${countOf(count, 'поле', 'поля', 'полей')}`)
      onClose()
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(false)
      void queryClient.invalidateQueries({ queryKey: earlierQuery(caseId, participantId).queryKey })
      void refreshQuestionnaire(caseId)
      void refreshHead(caseId)
    }
  }
  const unsaved = forms?.dirty.get() === true ? 'Сначала сохраните то, что введено в анкете' : null
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="large"
      approval={{
        text: count === 0 ? 'Взять' : `Взять ${countOf(count, 'поле', 'поля', 'полей')}`,
        onApprove: () => void take(),
        busy,
        disabledReason: unsaved ?? (count === 0 ? 'Отметьте, что взять' : null),
      }}
    >
      <p className="muted">
        Отмечено то, что здесь ещё не заполнено. Согласия не переносятся: их дают в каждой заявке заново.
      </p>
      {shown.map((offer) => (
        <OfferedSection
          key={offer.section}
          offer={offer}
          ticked={ticked[offer.section] ?? []}
          onTick={(fields) => setTicked({ ...ticked, [offer.section]: fields })}
        />
      ))}
    </Dialog>
  )
}
