import { getSettings, saveSettings } from '@ipoteka-office/contract/views/views.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { call } from '#api/call.ts'
import { query, queryOnce } from '#api/query.ts'
import { logWarning } from '#lib/log.ts'
import { pathInLook } from '#theme/page-look.ts'
import { type Density, type PageLook, setLook, type ThemeChoice, useLook } from '#theme/theme-mode.ts'

/** Brings this browser's look in line with what the server keeps for the person. */
export function useKeptLook(): void {
  const { data } = useQuery(queryOnce(getSettings))
  useEffect(() => {
    if (data) setLook({ choice: data.theme, density: data.density, pages: data.pages })
  }, [data])
}

/** The look, and the way to change it: at once here, then on the server. */
export function useLookChoice() {
  const look = useLook()
  const client = useQueryClient()
  const { history } = useRouter()
  const change = (next: { theme?: ThemeChoice; density?: Density; pages?: PageLook }) => {
    const { theme, ...others } = next
    setLook({ ...(theme && { choice: theme }), ...others })
    // The page that is open takes the look at once; links to others are drawn anew with it.
    const { pathname, search, hash } = history.location
    if (next.pages) history.replace(pathInLook(pathname, next.pages) + search + hash)
    call(saveSettings, { body: next }).then(
      (saved) => client.setQueryData(query(getSettings).queryKey, saved),
      (failure: unknown) => logWarning('Вид не сохранён на сервере', failure),
    )
  }
  return { look, change }
}
