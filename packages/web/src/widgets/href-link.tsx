import { useRouter } from '@tanstack/react-router'
import type { ComponentPropsWithRef, MouseEvent } from 'react'

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
    <a {...rest} href={href} onClick={click}>
      {children}
    </a>
  )
}
