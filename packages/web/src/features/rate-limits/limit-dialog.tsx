import { LimitGround, limitGrounds } from '@ipoteka-office/contract/rate-limits/limit-kinds.ts'
import { limitFields as of } from '@ipoteka-office/contract/rate-limits/limit-fields.ts'
import {
  groundIssue,
  LimitInput,
  type RateLimit,
  requestRateLimits,
} from '@ipoteka-office/contract/rate-limits/limits.ts'
import { limitOf, LimitPercent } from '@ipoteka-office/contract/rate-limits/points.ts'
import { quarterAfter, quarterText } from '@ipoteka-office/contract/rate-limits/quarters.ts'
import { useWatch } from 'react-hook-form'
import { call } from '#api/call.ts'
import { Field } from '#ui/form/field.tsx'
import { CheckField } from '#ui/input/check-field.tsx'
import { DateInput } from '#ui/input/date-input.tsx'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { EntryDialog, type EntryIssue, useEntryForm } from '#widgets/record/entry-dialog.tsx'
import { percentOf } from './rate-words.ts'
import { refreshRates } from './refresh-rates.ts'
import type { LimitFrame } from './use-frame.ts'

interface LimitForm {
  quarter: string
  category: string
  average: string | null
  applies: boolean
  ground: string
  publishedOn: string
  source: string
}

const toForm = (before: RateLimit | null, { quarter }: LimitFrame): LimitForm => ({
  quarter: before?.quarter ?? quarter,
  category: before?.category ?? '',
  average: before?.average ?? null,
  applies: before?.applies ?? true,
  ground: before?.ground ?? '',
  publishedOn: before?.publishedOn ?? '',
  source: before?.source ?? '',
})

const toInput = ({ source: _, average, ground, applies, ...form }: LimitForm, replaces: number | null) => ({
  ...form,
  average: average ?? '',
  applies,
  ground: applies || ground === '' ? null : ground,
  replaces,
})

function issuesOf(form: LimitForm, replaces: number | null): readonly EntryIssue[] {
  const read = LimitInput.safeParse(toInput(form, replaces))
  const source =
    form.source.trim() === '' ? [{ path: ['source'], message: 'Напишите, где опубликован предел' }] : []
  if (form.average === null) return [{ path: ['average'], message: 'Введите среднерыночную ПСК' }, ...source]
  if (!read.success) return [...read.error.issues, ...source]
  const ground = groundIssue(read.data)
  return ground === null ? source : [{ path: ['ground'], message: ground }, ...source]
}

const quartersBack = 12

/** Asks a second person for a limit, or to put another one in the place of `before`. */
export function LimitDialog({
  before,
  frame,
  onClose,
}: {
  before: RateLimit | null
  frame: LimitFrame
  onClose: () => void
}) {
  const replaces = before?.id ?? null
  const entry = useEntryForm<LimitForm>({
    values: toForm(before, frame),
    issues: (form) => issuesOf(form, replaces),
    save: async (form) => {
      const limit = LimitInput.parse(toInput(form, replaces))
      await call(requestRateLimits, { body: { limits: [limit], source: form.source } })
      await refreshRates()
    },
    saved: 'Запрос отправлен: его подтверждает другой сотрудник',
    onDone: onClose,
  })
  const { control } = entry.form
  const [average, applies] = useWatch({ control, name: ['average', 'applies'] })
  const isRead = average !== null && LimitPercent.safeParse(average).success
  const quarters = Array.from({ length: quartersBack + 2 }, (_, at) => quarterAfter(frame.next, -at))
  return (
    <EntryDialog
      title={before === null ? 'Новый предел ПСК' : 'Изменить предел ПСК'}
      entry={entry}
      saveText="Отправить на подтверждение"
      onClose={onClose}
    >
      <Field control={control} name="quarter" label={of.quarter.label} required disabled={before !== null}>
        {(input) => (
          <SingleSelect {...input} options={quarters.map((code) => ({ code, name: quarterText(code) }))} />
        )}
      </Field>
      <Field control={control} name="publishedOn" label={of.publishedOn.label} required>
        {(input) => <DateInput {...input} />}
      </Field>
      <Field
        control={control}
        name="category"
        label={of.category.label}
        span="full"
        required
        disabled={before !== null}
      >
        {(input) => <SingleSelect {...input} options={frame.categories} />}
      </Field>
      <Field
        control={control}
        name="average"
        label={of.average.label}
        required
        hint={
          isRead
            ? `Предел: ${percentOf(limitOf(average, frame.law))} — не больше ${frame.law.part + 1}/${frame.law.part} среднерыночной и не больше ${percentOf(frame.law.ceiling)}`
            : of.average.hint
        }
      >
        {(input) => <MoneyInput {...input} decimals={3} />}
      </Field>
      <CheckField control={control} name="applies" label={of.applies.label} />
      {!applies && (
        <Field control={control} name="ground" label={of.ground.label} span="full" required>
          {(input) => (
            <SingleSelect
              {...input}
              options={LimitGround.options.map((code) => ({ code, name: limitGrounds[code] }))}
            />
          )}
        </Field>
      )}
      <Field
        control={control}
        name="source"
        label={of.source.label}
        span="full"
        required
        hint={of.source.hint}
      >
        {(input) => <TextArea {...input} maxLength={300} />}
      </Field>
    </EntryDialog>
  )
}
