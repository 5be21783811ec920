import { type CaseDuplicate, findDuplicates } from '@ipoteka-office/contract/cases/case-duplicates.ts'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { Button } from '#ui/button.tsx'
import { DuplicatesDialog } from '#widgets/case-card/duplicates-dialog.tsx'
import { mineOf, wishOf } from '#widgets/case-card/mine.ts'
import type { FormValues } from '#widgets/record/field-values.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'

/** «Проверить дубли» by what is typed now. */
export function DuplicatesButton({
  values,
  exceptId,
}: {
  values: () => FormValues
  exceptId: number | null
}) {
  const [found, setFound] = useState<{ list: CaseDuplicate[]; typed: FormValues } | null>(null)
  const [busy, setBusy] = useState(false)
  const search = async () => {
    setBusy(true)
    const typed = values()
    try {
      setFound({ list: await call(findDuplicates, { body: wishOf(typed, exceptId) }), typed })
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button loading={busy} onClick={() => void search()}>
        Проверить дубли
      </Button>
      {found && (
        <DuplicatesDialog found={found.list} mine={mineOf(found.typed)} onClose={() => setFound(null)} />
      )}
    </>
  )
}
