import { onDemand } from '#ui/overlay/on-demand.tsx'
import { getSettings, saveSettings } from '@ipoteka-office/contract/views/views.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mutation, queryOnce } from '#api/query.ts'
import { setLook, useLook } from '#theme/theme-mode.ts'
import { Button } from '#ui/button.tsx'
import { type Column, type ColumnPrefs, visibleColumns } from '#ui/table/table-columns.ts'
import { notifyFailure } from '../notify-failure.ts'

const ColumnsDialog = onDemand(async () => (await import('#ui/table/columns-dialog.tsx')).ColumnsDialog)

type Columns = readonly Pick<Column<never>, 'key' | 'title' | 'always' | 'optional' | 'width'>[]
type Widths = Readonly<Record<string, number>>

/** The person's choice of columns: the server keeps the visible ones in their order, and the widths that were changed. */
export function prefsOf(
  visible: readonly string[] | undefined,
  columns: Columns,
  widths: Widths = {},
): ColumnPrefs | null {
  const isChosen = visible !== undefined && visible.length > 0
  if (!isChosen && Object.keys(widths).length === 0) return null
  const shown = isChosen ? visible : columns.flatMap(({ key, optional }) => (optional ? [] : [key]))
  const hidden = columns.map(({ key }) => key).filter((key) => !shown.includes(key))
  // What is always shown and was never put anywhere stands where the page puts it.
  const placed = hidden.filter((key) => !columns.find((column) => column.key === key)?.always)
  return isChosen
    ? { order: [...shown, ...placed], hidden, widths }
    : { order: columns.map(({ key }) => key), hidden, widths }
}

/** The columns of a list as the person has set them, and the way to set them; null while nothing is set. */
export function useColumnPrefs(listKey: string, columns: Columns) {
  const { data } = useQuery(queryOnce(getSettings))
  const client = useQueryClient()
  const save = useMutation({
    ...mutation(saveSettings),
    onSuccess: (settings) => client.setQueryData(queryOnce(getSettings).queryKey, settings),
    onError: notifyFailure,
  })
  const widths = data?.widths[listKey] ?? {}
  return {
    prefs: prefsOf(data?.columns[listKey], columns, widths),
    set: (next: ColumnPrefs, density: 'comfortable' | 'compact') => {
      const visible = visibleColumns(columns as readonly Column<never>[], next).map(({ key }) => key)
      setLook({ density })
      save.mutate({
        body: { columns: { [listKey]: visible }, widths: { [listKey]: { ...next.widths } }, density },
      })
    },
    resize: (key: string, width: number) => {
      const next = { ...widths, [key]: width }
      // At once: the column must not jump back until the server has answered.
      if (data)
        client.setQueryData(queryOnce(getSettings).queryKey, {
          ...data,
          widths: { ...data.widths, [listKey]: next },
        })
      save.mutate({ body: { widths: { [listKey]: next } } })
    },
  }
}
export type ColumnChoice = ReturnType<typeof useColumnPrefs>

/** «Столбцы»: which columns a list shows, in what order and how wide, and how high its rows are; kept on the server. */
export function ColumnsButton({ columns, choice }: { columns: Columns; choice: ColumnChoice }) {
  const [open, setOpen] = useState(false)
  const { density } = useLook()
  return (
    <>
      <Button onClick={() => setOpen(true)}>Столбцы</Button>
      {open && (
        <ColumnsDialog
          columns={columns}
          prefs={choice.prefs}
          density={density}
          onClose={() => setOpen(false)}
          onSave={(next, nextDensity) => {
            choice.set(next, nextDensity)
            setOpen(false)
          }}
        />
      )}
    </>
  )
}
