import { getExternalLink } from '@ipoteka-office/contract/references/reference-options.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryOnce } from '#api/query.ts'
import { useAfterFirstPage } from '#lib/after-first-page.ts'
import { toast } from '#ui/overlay/toasts.tsx'

/** What the person reads when an outside link of the menu could not be read (specification 2 §2). */
export const linksFailedText = 'Не удалось загрузить некоторые внешние ссылки главного меню'
/** What the entry's label gets then. */
export const linkFailedSuffix = ' (ошибка загрузки)'

/** Only web addresses open: a reference must not be able to run code. */
export const isWebAddress = (link: string): boolean =>
  URL.canParse(link) && ['http:', 'https:'].includes(new URL(link).protocol)

/** The address and label of an outside entry; the address is null until it is known, and for good when it cannot be read. */
export function useMenuLink(code: string | null, label: string): { href: string | null; label: string } {
  const { data, isError } = useQuery({
    ...queryOnce(getExternalLink, { params: { referenceCode: code ?? '' } }),
    enabled: useAfterFirstPage() && code !== null,
    retry: false,
  })
  const href = data && isWebAddress(data.link) ? data.link : null
  const failed = isError || (data !== undefined && href === null)
  useEffect(() => {
    if (failed) toast.warning(linksFailedText, { key: 'menu-links', keepOnRouteChange: true })
  }, [failed])
  return { href, label: failed ? label + linkFailedSuffix : label }
}
