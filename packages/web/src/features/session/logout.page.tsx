import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '#api/session.ts'
import { DelayedLoader } from '#ui/loader.tsx'

export const Route = createFileRoute('/logout')({ component: LogoutPage })

/** Reached by a link while signed in; opened by its address, sign-in itself ends the session before any page is shown. */
function LogoutPage() {
  const { logout } = useSession()
  useEffect(() => logout(), [logout])
  return <DelayedLoader />
}
