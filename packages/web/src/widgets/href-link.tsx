import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, ComponentPropsWithRef, MouseEvent } from 'react'
import { useRights } from '#api/rights.ts'
import { addressOf } from '#theme/page-look.ts'

/** What a page reads first, with what its right depends on. */
export type Needed = Parameters<ReturnType<typeof useRights>['mayCall']>

/** A link to a page that not everybody may open: for others it is its text alone. */
export function LinkIfOpen({ needs, ...link }: ComponentProps<typeof HrefLink> & { needs: Needed }) {
  return useRights().mayCall(...needs) ? <HrefLink {...link} /> : link.children
}

/** A link of the product by its whole address, search included; a click opens it without loading the page anew. */
export function HrefLink({
  href,
  onClick,
  children,
  ...rest
}: ComponentPropsWithRef<'a'> & { href: string }) {
  const router = useRouter()
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (event.defaultPrevented || !isPlain) return
    event.preventDefault()
    void router.navigate({ href })
  }
  return (
    <a {...rest} href={addressOf(href)} onClick={click}>
      {children}
    </a>
  )
}

/** A link that opens a window above the page: whatever else the page was asked for stays as it is. */
export function WindowLink({
  opens,
  ...rest
}: ComponentPropsWithRef<'a'> & { opens: Readonly<Record<string, string>> }) {
  const { href } = useRouter().buildLocation({ to: '.', search: (now) => ({ ...now, ...opens }) })
  return <HrefLink href={href} {...rest} />
}
