import { labelsOf } from '@ipoteka-office/contract/common/fields.ts'
import type { DecisionOutcome } from '@ipoteka-office/contract/underwriting/decision-kinds.ts'
import { decisionFields as fields } from '@ipoteka-office/contract/underwriting/decision-fields.ts'
import {
  type DecisionSheet,
  type DecisionWay,
  evaluateTerms,
  getDecisions,
  type LoanFigures,
  recordDecision,
} from '@ipoteka-office/contract/underwriting/decisions.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useId, useRef } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { call } from '#api/call.ts'
import { statusOf } from '#api/failure.ts'
import { keyOf, query } from '#api/query.ts'
import { useSettled } from '#lib/use-settled.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Field } from '#ui/form/field.tsx'
import formStyles from '#ui/form/form.module.css'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { MultiSelect } from '#ui/select/multi-select.tsx'
import { refreshHead } from '#widgets/case/case-data.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { RecordForm } from '#widgets/record/record-form.tsx'
import type { Versioned } from '#widgets/record/record-options.ts'
import { type RecordKit, useRecord } from '#widgets/record/use-record.ts'
import { AuthorityCard } from './authority-card.tsx'
import { ConditionsEditor } from './conditions/conditions-editor.tsx'
import {
  type DecisionValues,
  issuesOf,
  onOtherWay,
  reasonsFor,
  startOf,
  termsOf,
  textOfReasons,
  toBody,
} from './decision-values.ts'
import { RequestedTerms } from './requested-terms.tsx'
import styles from './underwriting.module.css'
import { PlainField } from '#widgets/record/plain-field.tsx'

type Kit = RecordKit<Versioned, DecisionValues>

/** The decision that was asked for beside the form, and how often it was: by the address at first, then in the head. */
export interface Wanted {
  readonly action: string | null
  readonly times: number
}

const labels = { ...labelsOf(fields), action: 'Решение', conditions: 'Условия решения' }

/** The ways that may be taken: what is chosen decides which fields are asked. */
function Ways({
  kit,
  sheet,
  onChoose,
}: {
  kit: Kit
  sheet: DecisionSheet
  onChoose: (action: string) => void
}) {
  const { field, fieldState } = useController({ control: kit.form.control, name: 'action' })
  return (
    <fieldset className={styles.ways}>
      <legend className={formStyles.label}>Решение</legend>
      {sheet.ways.map(({ action, label, outcome, enabled, isClose, reasonDisabled }) => (
        <label key={action} className={styles.way} data-outcome={outcome}>
          <input
            type="radio"
            name="decision"
            ref={action === field.value ? field.ref : undefined}
            checked={field.value === action}
            disabled={!enabled && !isClose}
            onChange={() => onChoose(action)}
          />
          <span>{label}</span>
          {!enabled && !isClose && <span className="muted small">{reasonDisabled}</span>}
        </label>
      ))}
      {fieldState.error && (
        <span className={formStyles.message} role="alert">
          {fieldState.error.message}
        </span>
      )}
    </fieldset>
  )
}

function Terms({ kit: { form } }: { kit: Kit }) {
  const { control } = form
  return (
    <>
      <PlainField control={control} fields={fields} name="amount" span="quarter" />
      <Field control={control} name="termMonths" label={fields.termMonths.label} span="quarter">
        {(input) => <NumberInput {...input} min={1} max={600} />}
      </Field>
      <Field control={control} name="rate" label={fields.rate.label} span="quarter">
        {(input) => <MoneyInput {...input} decimals={3} />}
      </Field>
      <PlainField control={control} fields={fields} name="validTo" span="quarter" />
    </>
  )
}

/** Reasons bring the words for the client along, as long as nobody has written others. */
function Reasons({
  kit: { form },
  sheet,
  outcome,
}: {
  kit: Kit
  sheet: DecisionSheet
  outcome: DecisionOutcome
}) {
  return (
    <Field control={form.control} name="reasons" label={fields.reasons.label} span="full">
      {({ value, onChange, ...input }) => (
        <MultiSelect
          {...input}
          options={reasonsFor(sheet, outcome)}
          value={{ codes: value, all: false }}
          onChange={({ codes }) => {
            const isOwn =
              form.getValues('clientText') !== '' &&
              form.getValues('clientText') !== textOfReasons(value, sheet, outcome)
            onChange(codes)
            if (!isOwn)
              form.setValue('clientText', textOfReasons(codes, sheet, outcome), {
                shouldDirty: true,
                shouldValidate: form.formState.isSubmitted,
              })
          }}
        />
      )}
    </Field>
  )
}

/** Of an approval the terms, of a refusal the reasons; of every decision its grounds. */
function Fields({ kit, sheet, outcome }: { kit: Kit; sheet: DecisionSheet; outcome: DecisionOutcome }) {
  const { control } = kit.form
  const asksTerms = outcome === 'APPROVE' || outcome === 'ESCALATE'
  return (
    <div className={formStyles.grid}>
      {asksTerms ? <Terms kit={kit} /> : <Reasons kit={kit} sheet={sheet} outcome={outcome} />}
      {asksTerms && (
        <div className={styles.wide}>
          <ConditionsEditor control={control} templates={sheet.templates} />
        </div>
      )}
      {outcome !== 'ESCALATE' && (
        <Field
          control={control}
          name="clientText"
          label={fields.clientText.label}
          hint={fields.clientText.hint}
          span="full"
        >
          {(input) => <TextArea {...input} maxLength={2_000} />}
        </Field>
      )}
      <Field
        control={control}
        name="comment"
        label={fields.comment.label}
        hint={fields.comment.hint}
        span="full"
        required
      >
        {(input) => <TextArea {...input} maxLength={4_000} />}
      </Field>
    </div>
  )
}

/**
 * What the terms typed so far mean, by the server: its calculators and the person's authority. `known` is of these very
 * terms, and of nothing while they are being counted: what is signed hangs on it.
 */
function useEvaluation({ caseId }: DecisionSheet, values: DecisionValues) {
  const typed = JSON.stringify(termsOf(values))
  const settled = useSettled(typed)
  const evaluation = useQuery(
    query(evaluateTerms, { params: { id: String(caseId) }, body: JSON.parse(settled) }),
  )
  const isOfThese = typed === settled && !evaluation.isPlaceholderData && !evaluation.isError
  return { evaluation, known: isOfThese ? evaluation.data : undefined }
}

/** The way that is signed: without the authority for an approval the decision is passed on with the same terms. */
function signed(sheet: DecisionSheet, chosen: DecisionWay | undefined, lacks: readonly string[]) {
  if (chosen?.outcome !== 'APPROVE' || chosen.level === 'COMMITTEE' || lacks.length === 0) return chosen
  return sheet.ways.find(({ outcome, enabled }) => outcome === 'ESCALATE' && enabled) ?? chosen
}

const passOn: Readonly<Record<string, string>> = {
  toControl: 'Передать руководителю',
  toCommittee: 'Вынести на комитет',
}

/** What takes the key before the form: a window, a panel, a menu, an open list. */
const openAbove = '[role="dialog"], [role="menu"], [role="combobox"][aria-expanded="true"]'

/**
 * Ctrl+Enter presses the button that signs: from within the form, or where nothing has the focus. What cannot be undone is
 * never the answer to a key that was pressed somewhere else, e.g. in a comment.
 */
function useSigning(box: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
      const { target } = event
      const isNowhere = target === document.body || (target instanceof Element && target.matches('main'))
      const isHere = target instanceof Node && box.current?.contains(target)
      if (event.defaultPrevented || !(isHere || isNowhere) || document.querySelector(openAbove)) return
      event.preventDefault()
      const button = box.current?.querySelector<HTMLElement>('[data-signs]')
      // Of a button that cannot be pressed the tooltip says why.
      if (button?.getAttribute('aria-disabled') === 'true') button.focus()
      else button?.click()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [box])
}

/** The column of what is being decided; a refusal has none. */
function decidedOf(values: DecisionValues, outcome: string, figures: LoanFigures | undefined) {
  if (outcome !== 'APPROVE' && outcome !== 'ESCALATE') return undefined
  const unknown = { payment: null, fullLoanCost: null, debtLoad: null, loanToValue: null }
  return { ...unknown, ...figures, ...termsOf(values) }
}

/** The decision that the person signs: its terms, reasons and words, with what they mean beside them. */
export function DecisionForm({ sheet, wanted }: { sheet: DecisionSheet; wanted: Wanted }) {
  const id = useId()
  const box = useRef<HTMLFormElement>(null)
  const client = useQueryClient()
  const { caseId, version } = sheet
  const kit: Kit = useRecord<Versioned, DecisionValues>({
    record: null,
    name: 'Решение',
    draftKey: `decision/${caseId}/${sheet.stage}`,
    toValues: () => startOf(sheet, wanted.action),
    start: startOf(sheet, wanted.action),
    check: (values) => issuesOf(values, sheet),
    refusal: null,
    save: async (values) => {
      const way = wayOf(values)
      if (way === undefined) return null
      const answer = await call(recordDecision, {
        params: { id: String(caseId) },
        body: toBody(values, way, version),
      })
      client.setQueryData(query(getDecisions, { params: { id: String(caseId) } }).queryKey, answer)
      toast.success(`${labelOf(way)}: записано. Этап: ${answer.stageName}`)
      await refreshHead(caseId)
      return null
    },
    onFailure: (failure, _form, marked) => {
      if (marked > 0) return false
      notifyFailure(failure)
      if (statusOf(failure) === 409) void client.invalidateQueries({ queryKey: keyOf(getDecisions) })
      return true
    },
    differences: () => [],
  })
  const values = useWatch({ control: kit.form.control }) as DecisionValues
  const { evaluation, known } = useEvaluation(sheet, values)
  const chosen = sheet.ways.find(({ action }) => action === values.action)
  const lacks = known?.line.lacks ?? []
  const wayOf = ({ action }: DecisionValues) =>
    signed(
      sheet,
      sheet.ways.find((way) => way.action === action),
      lacks,
    )
  const labelOf = (way: DecisionWay) => (way === chosen ? way.label : (passOn[way.action] ?? way.label))
  const way = wayOf(values)
  const outcome = chosen?.outcome ?? 'ESCALATE'
  const choose = (action: string) => {
    const { form } = kit
    const next = onOtherWay(form.getValues(), sheet, action)
    form.setValue('action', next.action, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
    form.setValue('reasons', next.reasons)
    form.setValue('clientText', next.clientText)
  }
  const chooseWanted = useEffectEvent((action: string) => {
    choose(action)
    box.current?.querySelector<HTMLElement>('input[type="radio"]:checked')?.focus()
  })
  useSigning(box)
  // The head offers the decisions as well: there they are chosen, here they are written.
  useEffect(() => {
    if (wanted.action !== null && wanted.times > 0) chooseWanted(wanted.action)
  }, [wanted])
  const isCounting = chosen?.outcome === 'APPROVE' && known === undefined
  return (
    <div className={styles.deciding}>
      <RecordForm
        kit={kit}
        label="Решение"
        labels={labels}
        enterSaves={false}
        box={box}
        className={cx('card', styles.box)}
      >
        <h2>Условия кредита</h2>
        <RequestedTerms sheet={sheet} decided={decidedOf(values, outcome, known)} />
        <Ways kit={kit} sheet={sheet} onChoose={choose} />
        <Fields kit={kit} sheet={sheet} outcome={outcome} />
        <div className={styles.foot}>
          {way !== chosen && way && (
            <span id={id} className={styles.why}>
              Полномочий не хватает: эти условия уйдут выше. Срок решения и слова для клиента назовёт тот, кто
              решит
            </span>
          )}
          {/* No submit: Ctrl S saves pages, and a signature is no save. */}
          <Button
            data-signs
            onClick={() => void kit.submit()}
            look={outcome === 'REJECT' || outcome === 'REVOKE' ? 'danger' : 'primary'}
            loading={kit.busy}
            disabledReason={
              isCounting ? 'Показатели по этим условиям ещё не посчитаны' : (way?.reasonDisabled ?? null)
            }
            {...(way !== chosen && { 'aria-describedby': id })}
          >
            {way ? labelOf(way) : 'Подписать'} <Kbd>Ctrl ↵</Kbd>
          </Button>
        </div>
      </RecordForm>
      <AuthorityCard evaluation={evaluation} />
    </div>
  )
}
