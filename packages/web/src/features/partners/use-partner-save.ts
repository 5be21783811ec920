import { getPartner, Partner, updatePartnerCard } from '@ipoteka-office/contract/partners.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { mutation, query } from '#api/query.ts'
import type { Side } from '#ui/compare-dialog.tsx'
import { toast } from '#ui/toasts.tsx'
import { showFieldFailures } from '#widgets/field-failures.ts'
import { type LateSave, lateSaveOf } from '#widgets/late-save.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { mergePartner, type PartnerValues, toPartnerInput, toPartnerValues } from './partner-values.ts'
import { usePartnerRefresh } from './use-partner-refresh.ts'

/** Saving the main data, the late save included. */
export function usePartnerSave({
  partner,
  form,
  version,
  onSaved,
}: {
  partner: Partner
  form: UseFormReturn<PartnerValues>
  /** The version that the form began from: an older draft must not pass for the newest. */
  version: number
  onSaved: (saved: Partner) => void
}) {
  const client = useQueryClient()
  const refresh = usePartnerRefresh()
  const save = useMutation(mutation(updatePartnerCard))
  const [conflict, setConflict] = useState<(LateSave<Partner> & { mine: PartnerValues }) | null>(null)
  const params = { partnerId: String(partner.id) }

  const adopt = async (saved: Partner) => {
    const { queryKey } = query(getPartner, { params })
    // An answer that was asked for before the save must not come after it.
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, saved)
    onSaved(saved)
    refresh()
  }
  const send = async (values: PartnerValues, base: Partner, baseVersion: number) => {
    const parentId = values.parentId === null ? null : Number(values.parentId)
    try {
      const saved = await save.mutateAsync({
        params,
        body: {
          ...toPartnerInput(values),
          ...(parentId !== base.parentId && { parentId }),
          version: baseVersion,
        },
      })
      await adopt(saved)
      toast.success('Данные сохранены')
    } catch (failure) {
      const late = lateSaveOf(failure, Partner)
      if (late) setConflict({ ...late, mine: values })
      else if (showFieldFailures(form, failure) === 0) notifyFailure(failure)
    }
  }
  const submit = form.handleSubmit((values) => send(values, partner, version))
  const resolve = async (choice: Record<string, Side>) => {
    if (!conflict) return
    const { current, mine } = conflict
    const merged = mergePartner(mine, current, choice)
    setConflict(null)
    await adopt(current)
    if (!Object.values(choice).includes('mine')) return
    form.reset(toPartnerValues(current))
    form.reset(merged, { keepDefaultValues: true })
    await send(merged, current, current.version)
  }
  return {
    submit,
    busy: save.isPending,
    conflict,
    resolve: (choice: Record<string, Side>) => void resolve(choice),
    dropConflict: () => setConflict(null),
  }
}
