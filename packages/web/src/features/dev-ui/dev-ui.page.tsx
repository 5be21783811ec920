import { createFileRoute, notFound } from '@tanstack/react-router'
import { DevUi } from './dev-ui.tsx'

export const Route = createFileRoute('/dev/ui')({
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw notFound()
  },
  component: DevUi,
})
