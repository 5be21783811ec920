import { caseDocumentPath, casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { isGiven, labelsOf } from '@ipoteka-office/contract/common/fields.ts'
import {
  answerOf,
  controlBlocks,
  controlFields,
  matchOf,
  type ScriptKey,
  signedFields,
} from '@ipoteka-office/contract/underwriting/control-fields.ts'
import {
  controlCauses,
  getControls,
  type IndividualControl,
  listControlHistory,
  signControl,
} from '@ipoteka-office/contract/underwriting/individual-control.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { keyOf, query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { shortName } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { type FieldsPlace, SectionFieldsGrid } from '#widgets/case-sections/section-fields.tsx'
import { useFormNames } from '#widgets/case-sections/section-names.ts'
import { HistoryDialog } from '#widgets/history/history-dialog.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { RecordForm } from '#widgets/record/record-form.tsx'
import styles from './control.module.css'
import { ControlHits } from './control-hits.tsx'
import { alone, useControlRecord } from './use-control-record.ts'

const labels = labelsOf(controlFields)
const noDictionaries: readonly string[] = []

/** Questions of the call, each with what the questionnaire says. */
function Script({ place, questions }: { place: FieldsPlace; questions: IndividualControl['questions'] }) {
  return questions.map(({ key, ask, said }) => (
    <fieldset key={key} className={styles.question}>
      <legend>{ask}</legend>
      <p className="muted small">
        В анкете: <b>{said}</b>
      </p>
      <div className={styles.answer}>
        <SectionFieldsGrid
          place={place}
          fields={controlFields}
          names={[answerOf(key as ScriptKey), matchOf(key as ScriptKey)]}
        />
      </div>
    </fieldset>
  ))
}

/** Why it was begun, who signed it, and where else the person asks for a loan. */
function About({ head, control }: { head: CaseHead; control: IndividualControl }) {
  const { cause, causeText, startedAt, signedBy, signedAt, documentId, others } = control
  return (
    <div className={styles.about}>
      <p>
        {controlCauses[cause]}: {causeText}. Начат {formatDateTime(startedAt)}.
      </p>
      {signedBy && signedAt && (
        <p>
          Подписал: <b>{shortName(signedBy.fullName)}</b>, {formatDateTime(signedAt)}.{' '}
          {documentId && (
            <HrefLink href={caseDocumentPath(caseTypes[head.type].documents.owner, head.id, documentId)}>
              Форма в документах заявки
            </HrefLink>
          )}
        </p>
      )}
      {others.length > 0 && (
        <p>
          Другие заявки этого человека:{' '}
          {others.map(({ id, type, number, stageName }) => (
            <span key={id} className={styles.other}>
              <HrefLink href={casePath(type, id)}>{number}</HrefLink> ({stageName})
            </span>
          ))}
        </p>
      )}
    </div>
  )
}

/** Why what is saved cannot be signed yet; null: it can. */
function unreadyOf({ answers }: IndividualControl, isDirty: boolean): string | null {
  if (isDirty) return 'Сначала сохраните форму: подписывают сохранённое'
  const missing = signedFields.filter((name) => !isGiven(answers[name]))
  return missing.length === 0
    ? null
    : `Чтобы подписать, заполните: ${missing.map((name) => labels[name]).join(', ')}`
}

/** The form of control of one person: filled, signed once, then read. */
export function ControlForm({ head, control }: { head: CaseHead; control: IndividualControl }) {
  const kit = useControlRecord(control)
  const [history, setHistory] = useState(false)
  const client = useQueryClient()
  const params = { id: String(control.caseId), controlId: String(control.id) }
  const sign = useMutation({
    mutationFn: () => call(signControl, { params, body: { version: control.version } }),
    onSuccess: () => toast.success('Форма подписана и лежит в документах заявки'),
    onError: notifyFailure,
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(getControls) }),
  })
  const names = useFormNames(noDictionaries)
  const { form, isDirty, busy, refusal } = kit
  const place: FieldsPlace = { form, around: alone, names, disabled: refusal !== null }
  return (
    <RecordForm kit={kit} label={`Форма контроля: ${control.name}`} labels={labels}>
      <About head={head} control={control} />
      <FormCard>
        <ControlHits hits={control.hits} signedAt={control.signedAt} />
        {Object.entries(controlBlocks).map(([key, { title, fields }]) => (
          <FormSection key={key} title={title} grid={key !== 'script'}>
            {key === 'script' ? (
              <Script place={place} questions={control.questions} />
            ) : (
              <SectionFieldsGrid place={place} fields={controlFields} names={fields} />
            )}
          </FormSection>
        ))}
        <footer className={styles.foot}>
          <Button onClick={() => setHistory(true)}>История формы</Button>
          {isDirty && <Button onClick={kit.undo}>Отменить</Button>}
          <Button type="submit" loading={busy} disabledReason={refusal ?? (isDirty ? null : 'Изменений нет')}>
            Сохранить
          </Button>
          <Button
            look="primary"
            loading={sign.isPending}
            disabledReason={refusal ?? unreadyOf(control, isDirty)}
            onClick={() => sign.mutate()}
          >
            Подписать
          </Button>
        </footer>
      </FormCard>
      {history && (
        <HistoryDialog
          title={`История формы: ${control.name}`}
          pages={(page) => query(listControlHistory, { params, query: pageOf(page) })}
          onClose={() => setHistory(false)}
        />
      )}
    </RecordForm>
  )
}

const pageOf = ({ page, size }: { page: number; size: number }) => ({
  page: String(page),
  size: String(size),
})
