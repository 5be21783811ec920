import { Day } from '@ipoteka-office/contract/common/items.ts'
import { messages } from '@ipoteka-office/contract/common/scalars.ts'
import {
  drawQualitySample,
  listQualitySamples,
  type QualityRule,
  type QualitySample,
  qualityRules,
  verifyQualitySample,
} from '@ipoteka-office/contract/underwriting/quality/quality.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay, formatDate, formatDateTime } from '#lib/dates.ts'
import { shortName } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { DateInput } from '#ui/input/date-input.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { SkeletonRows } from '#ui/loader.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { columnsOf } from '#ui/table/table-columns.ts'
import { figure, text } from '#ui/table/cells/cells.tsx'
import { WholeTable } from '#ui/table/whole-table.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { EntryDialog, useEntryForm } from '#widgets/record/entry-dialog.tsx'

const rules = Object.entries(qualityRules).map(([code, name]) => ({ code, name }))
const isDay = (value: string) => Day.safeParse(value).success

/** The first day of the month of a day. */
const monthOf = (day: string) => `${day.slice(0, 8)}01`

/** Draws decisions: which, of what days, how many and by which seed. */
export function DrawDialog({ onClose }: { onClose: () => void }) {
  const today = bankDay(serverNow())
  const form = useEntryForm({
    values: { rule: 'RANDOM', from: monthOf(today), to: today, size: null as number | null, seed: '' },
    issues: ({ from, to }) => [
      ...(isDay(from) ? [] : [{ path: ['from'], message: messages.badDate }]),
      ...(isDay(to) ? [] : [{ path: ['to'], message: messages.badDate }]),
      ...(isDay(from) && isDay(to) && from > to
        ? [{ path: ['to'], message: 'Последний день раньше первого' }]
        : []),
    ],
    save: async ({ rule, from, to, size, seed }) => {
      const drawn = await call(drawQualitySample, {
        body: { rule: rule as QualityRule, from, to, size, seed: seed.trim() === '' ? null : seed.trim() },
      })
      toast.success(`Отобрано решений: ${drawn.drawn} из ${drawn.population}`)
    },
    saved: 'Выборка готова',
    onDone: onClose,
  })
  const { control } = form.form
  return (
    <EntryDialog title="Отобрать решения" entry={form} size="medium" saveText="Отобрать" onClose={onClose}>
      <Field control={control} name="rule" label="Какие решения" span="full" required>
        {(input) => <SingleSelect {...input} options={rules} />}
      </Field>
      <Field control={control} name="from" label="Приняты с" span="half" required>
        {(input) => <DateInput {...input} />}
      </Field>
      <Field control={control} name="to" label="Приняты по" span="half" required>
        {(input) => <DateInput {...input} />}
      </Field>
      <Field control={control} name="size" label="Сколько" hint="Пусто — по параметрам банка" span="half">
        {(input) => <NumberInput {...input} min={1} max={1_000} />}
      </Field>
      <Field
        control={control}
        name="seed"
        label="Зерно"
        hint="Пусто — выберет система. То же правило и зерно дают ту же выборку"
        span="half"
      >
        {(input) => <TextInput {...input} maxLength={64} />}
      </Field>
    </EntryDialog>
  )
}

const titles = {
  id: '№',
  rule: 'Правило',
  days: 'Решения за',
  drawn: 'Отобрано',
  left: 'Осталось',
  by: 'Кто отобрал',
  seed: 'Зерно',
} as const

async function verify({ id }: QualitySample): Promise<void> {
  try {
    const { same, drawn } = await call(verifyQualitySample, { params: { id: String(id) } })
    if (same) toast.success(`Выборка № ${id} повторяется: те же ${drawn} решений`)
    else toast.error(`Выборка № ${id} не повторяется`)
  } catch (failure) {
    notifyFailure(failure)
  }
}

/** Samples with what each was drawn by; any of them can be drawn again and compared. */
export function SamplesDialog({ onClose }: { onClose: () => void }) {
  const answer = useQuery(query(listQualitySamples))
  const [busy, setBusy] = useState<number | null>(null)
  const again = async (sample: QualitySample) => {
    setBusy(sample.id)
    await verify(sample)
    setBusy(null)
  }
  return (
    <Dialog open title="Выборки" size="wide" onClose={onClose}>
      {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <SkeletonRows />}
      {answer.data && (
        <WholeTable
          label="Выборки"
          rows={answer.data}
          rowKey={({ id }) => String(id)}
          emptyTitle="Решения ещё не отбирали"
          columns={[
            ...columnsOf<QualitySample, keyof typeof titles>(titles, {
              id: figure(60, ({ id }) => id),
              rule: text(220, ({ rule }) => qualityRules[rule], { grows: true }),
              days: text(190, ({ from, to }) => `${formatDate(from)}–${formatDate(to)}`),
              drawn: figure(110, ({ drawn, population }) => `${drawn} из ${population}`),
              left: figure(90, ({ left }) => left),
              by: text(190, ({ by, at }) => `${shortName(by.fullName)}, ${formatDateTime(at)}`),
              seed: text(110, ({ seed }) => seed),
            }),
            {
              key: 'verify',
              title: 'Повторить',
              width: 120,
              wrap: true,
              render: (sample) => (
                <Button loading={busy === sample.id} onClick={() => void again(sample)}>
                  Сверить
                </Button>
              ),
            },
          ]}
        />
      )}
    </Dialog>
  )
}
