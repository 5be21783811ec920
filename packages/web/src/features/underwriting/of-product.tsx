import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { NotFound } from '#ui/not-found.tsx'

/**
 * A page that each product has at an address of its own: the number of the other product leads to that one's, and what is
 * decided nowhere is not found; what was asked for by the address goes along. `address` is where the case has the page, `path` is where one is.
 */
export function OfProduct({
  address,
  path,
  children,
}: {
  address: string
  path: string
  children: ReactNode
}) {
  const go = useNavigate()
  const isHere = address.startsWith(`${path}/`)
  const page = path.replace(/^\/(?:loan-)?/, '')
  const isElsewhere = !isHere && (address.startsWith(`/${page}/`) || address.startsWith(`/loan-${page}/`))
  useEffect(() => {
    if (isElsewhere) void go({ href: `${address}${window.location.search}`, replace: true })
  }, [isElsewhere, address, go])
  if (isHere) return children
  return isElsewhere ? null : <NotFound />
}
