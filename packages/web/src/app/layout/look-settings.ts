import { getSettings, saveSettings } from '@ipoteka-office/contract/views/views.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#api/call.ts'
import { query, queryOnce } from '#api/query.ts'
import { logWarning } from '#lib/log.ts'
import { type Density, setLook, type ThemeChoice, useLook } from '#theme/theme-mode.ts'

/** Brings this browser's look in line with what the server keeps for the person. */
export function useKeptLook(): void {
  const { data } = useQuery(queryOnce(getSettings))
  useEffect(() => {
    if (data) setLook({ choice: data.theme, density: data.density })
  }, [data])
}

/** The look, and the way to change it: at once here, then on the server. */
export function useLookChoice() {
  const look = useLook()
  const client = useQueryClient()
  const change = (next: { theme?: ThemeChoice; density?: Density }) => {
    setLook({
      ...(next.theme ? { choice: next.theme } : {}),
      ...(next.density ? { density: next.density } : {}),
    })
    call(saveSettings, { body: next }).then(
      (saved) => client.setQueryData(query(getSettings).queryKey, saved),
      (failure: unknown) => logWarning('Вид не сохранён на сервере', failure),
    )
  }
  return { look, change }
}
