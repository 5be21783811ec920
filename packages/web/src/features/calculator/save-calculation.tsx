import { savedCalculationFields as fields } from '@ipoteka-office/contract/calculator/calculations.ts'
import { type SavedCalculation, saveCalculation } from '@ipoteka-office/contract/calculator/calculations.ts'
import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { useRights } from '#api/rights.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { EntryDialog, useEntryForm } from '#widgets/record/entry-dialog.tsx'
import { refreshCalculations } from './refresh-calculations.ts'

type Calculation = RequestOf<typeof saveCalculation>['body']['calculation']

/** «Сохранить расчёт»: the server computes it again and keeps it with its inputs. */
export function SaveCalculation({ calculation }: { calculation: Calculation }) {
  const [open, setOpen] = useState(false)
  if (!useRights().mayCall(saveCalculation)) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Сохранить расчёт</Button>
      {open && <SaveDialog calculation={calculation} onClose={() => setOpen(false)} />}
    </>
  )
}

function SaveDialog({ calculation, onClose }: { calculation: Calculation; onClose: () => void }) {
  const navigate = useNavigate()
  const told = ({ id, title }: SavedCalculation) =>
    toast.success(`Расчёт «${title}» сохранён`, {
      action: {
        label: 'Открыть',
        onClick: () =>
          void navigate({ to: '/calculator/$calculationId', params: { calculationId: String(id) } }),
      },
    })
  const entry = useEntryForm({
    values: { title: '', comment: '' },
    issues: ({ title }) =>
      title.trim() === '' ? [{ path: ['title'], message: 'Поле должно быть заполнено' }] : [],
    save: async (words) => {
      told(await call(saveCalculation, { body: { ...words, calculation } }))
      refreshCalculations()
    },
    saved: null,
    onDone: onClose,
  })
  const { control } = entry.form
  return (
    <EntryDialog title="Сохранить расчёт" entry={entry} onClose={onClose} size="medium">
      <Field
        control={control}
        name="title"
        label={fields.title.label}
        span="full"
        hint="По нему расчёт найдут коллеги"
      >
        {(input) => <TextInput {...input} maxLength={120} />}
      </Field>
      <Field control={control} name="comment" label={fields.comment.label} span="full">
        {(input) => <TextInput {...input} maxLength={1_000} />}
      </Field>
    </EntryDialog>
  )
}
