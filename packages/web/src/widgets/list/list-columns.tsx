import { getSettings, saveSettings } from '@ipoteka-office/contract/views/views.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { describeFailure } from '#api/failure.ts'
import { mutation, query } from '#api/query.ts'
import { setLook, useLook } from '#theme/theme-mode.ts'
import { Button } from '#ui/button.tsx'
import { ColumnsDialog } from '#ui/table/columns-dialog.tsx'
import { type Column, type ColumnPrefs, visibleColumns } from '#ui/table/table-columns.ts'
import { toast } from '#ui/overlay/toasts.tsx'

type Columns = readonly Pick<Column<never>, 'key' | 'title' | 'always' | 'optional'>[]

/** The person's choice of columns: the server keeps the visible ones in their order. */
export function prefsOf(visible: readonly string[] | undefined, columns: Columns): ColumnPrefs | null {
  if (!visible || visible.length === 0) return null
  const hidden = columns.map(({ key }) => key).filter((key) => !visible.includes(key))
  return { order: [...visible, ...hidden], hidden }
}

/** The columns of a list as the person has set them; null while nothing is set. */
export function useColumnPrefs(listKey: string, columns: Columns): ColumnPrefs | null {
  const { data } = useQuery(query(getSettings))
  return prefsOf(data?.columns[listKey], columns)
}

/** «Столбцы»: which columns a list shows, in what order, and how high its rows are; kept on the server. */
export function ColumnsButton({ listKey, columns }: { listKey: string; columns: Columns }) {
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const { density } = useLook()
  const prefs = useColumnPrefs(listKey, columns)
  const save = useMutation({
    ...mutation(saveSettings),
    onSuccess: (settings) => client.setQueryData(query(getSettings).queryKey, settings),
    onError: (failure) => toast.error(describeFailure(failure).description),
  })
  return (
    <>
      <Button onClick={() => setOpen(true)}>Столбцы</Button>
      {open && (
        <ColumnsDialog
          columns={columns}
          prefs={prefs}
          density={density}
          onClose={() => setOpen(false)}
          onSave={(next, nextDensity) => {
            const visible = visibleColumns(columns as readonly Column<never>[], next).map(({ key }) => key)
            setLook({ density: nextDensity })
            save.mutate({ body: { columns: { [listKey]: visible }, density: nextDensity } })
            setOpen(false)
          }}
        />
      )}
    </>
  )
}
